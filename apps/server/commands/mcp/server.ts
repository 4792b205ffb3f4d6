import { FairwayError } from '@fairway/client'
import { Server } from '@modelcontextprotocol/sdk/server/index.js'
import { CallToolRequestSchema, ListToolsRequestSchema } from '@modelcontextprotocol/sdk/types.js'
import { Ajv, type ValidateFunction } from 'ajv'
import { version } from '../../platform/version.ts'
import { ToolError } from './places.ts'
import { type ToolContext, tools } from './tools.ts'

/** An MCP server whose tools call a Fairway service. */
export function createMcpServer(context: ToolContext): Server {
  const server = new Server({ name: 'fairway', version }, { capabilities: { tools: {} } })
  const ajv = new Ajv({ allErrors: true })
  const validators = new Map<string, ValidateFunction>()
  server.setRequestHandler(ListToolsRequestSchema, async () => ({
    tools: tools.map(({ name, title, description, input }) => ({
      name,
      title,
      description,
      inputSchema: JSON.parse(JSON.stringify(input)),
      annotations: { readOnlyHint: true },
    })),
  }))
  server.setRequestHandler(CallToolRequestSchema, async ({ params }) => {
    const tool = tools.find(({ name }) => name === params.name)
    if (!tool)
      return toFailure(`There is no tool ${params.name}; there are ${tools.map(({ name }) => name).join(', ')}.`)
    const validate = validators.get(tool.name) ?? ajv.compile(tool.input)
    validators.set(tool.name, validate)
    const input = params.arguments ?? {}
    if (!validate(input))
      return toFailure(`Invalid arguments: ${ajv.errorsText(validate.errors, { dataVar: 'arguments' })}.`)
    try {
      const { text, values } = await tool.run(input, context)
      return { content: [{ type: 'text', text }], structuredContent: { ...values } }
    } catch (error) {
      if (error instanceof FairwayError) return toFailure(error.detail)
      if (error instanceof ToolError) return toFailure(error.message)
      throw error
    }
  })
  return server
}

/** The model reads the text and can correct its call. */
function toFailure(text: string) {
  return { content: [{ type: 'text' as const, text }], isError: true }
}

import { Server } from '@modelcontextprotocol/sdk/server/index.js'
import {
  CallToolRequestSchema,
  ErrorCode,
  ListResourcesRequestSchema,
  ListToolsRequestSchema,
  McpError,
  ReadResourceRequestSchema,
} from '@modelcontextprotocol/sdk/types.js'
import { Ajv, type ValidateFunction } from 'ajv'
import { version } from '../../platform/version.ts'
import type { ToolContext } from './define-tool.ts'
import { describeArgumentErrors, describeFailure } from './failures.ts'
import { tools } from './tools.ts'

/** Creates an MCP server whose tools call a Fairway service. */
export function createMcpServer(context: ToolContext): Server {
  const server = new Server({ name: 'fairway', version }, { capabilities: { tools: {}, resources: {} } })
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
      return toFailure(`There is no tool ${params.name}; the tools are ${tools.map(({ name }) => name).join(', ')}.`)
    const validate = validators.get(tool.name) ?? ajv.compile(tool.input)
    validators.set(tool.name, validate)
    const input = params.arguments ?? {}
    if (!validate(input)) return toFailure(describeArgumentErrors(validate.errors))
    try {
      const { text, values } = await tool.run(input, context)
      return { content: [{ type: 'text', text }], structuredContent: { ...values } }
    } catch (error) {
      const text = describeFailure(error)
      if (text === undefined) throw error
      return toFailure(text)
    }
  })
  addResources(server, context)
  return server
}

/** Adds the API documentation, so that the model can write programs that call the API. */
function addResources(server: Server, { docs }: ToolContext): void {
  const explain = (error: unknown): never => {
    const text = describeFailure(error)
    throw text === undefined ? error : new McpError(ErrorCode.InternalError, text)
  }
  server.setRequestHandler(ListResourcesRequestSchema, async () => ({ resources: await docs.list().catch(explain) }))
  server.setRequestHandler(ReadResourceRequestSchema, async ({ params: { uri } }) => {
    const text = await docs.read(uri).catch(explain)
    if (text === undefined)
      throw new McpError(ErrorCode.InvalidParams, `There is no resource ${uri}; list the resources to see them all.`)
    return { contents: [{ uri, mimeType: 'text/markdown', text }] }
  })
}

/** Returns a failure as text, so that the model can correct its call. */
function toFailure(text: string) {
  return { content: [{ type: 'text' as const, text }], isError: true }
}

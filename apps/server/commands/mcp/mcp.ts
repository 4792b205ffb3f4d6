import { once } from 'node:events'
import { readFileSync } from 'node:fs'
import type { Command } from 'commander'
import { CommandError, exitCodes } from '../exit.ts'

interface McpOptions {
  readonly url: string
  readonly apiKeyFile?: string
  readonly consoleUrl?: string
  readonly port?: string
  readonly host: string
}

export function registerMcpCommand(program: Command): void {
  program
    .command('mcp')
    .description('let AI assistants use a running service over the Model Context Protocol')
    .option('--url <url>', 'URL of the service', 'http://localhost:8080')
    .option('--api-key-file <file>', 'file that contains the API key; over HTTP, a key sent by the caller replaces it')
    .option('--console-url <url>', 'URL of the web console in links (default: the URL of the service)')
    .option('--port <n>', 'serve streamable HTTP at /mcp on this port instead of stdio')
    .option('--host <address>', 'address to listen on with --port', '127.0.0.1')
    .action(runMcp)
}

async function runMcp({ url, apiKeyFile, consoleUrl, port, host }: McpOptions): Promise<void> {
  const ownKey = apiKeyFile === undefined ? undefined : readKey(apiKeyFile)
  // The modules are imported on demand, because other commands do not need them.
  const [{ createContextFactory }, { createMcpServer }] = await Promise.all([
    import('./context.ts'),
    import('./server.ts'),
  ])
  const createContext = createContextFactory({ url, consoleUrl: consoleUrl ?? url, ownKey })
  if (port === undefined) {
    const { StdioServerTransport } = await import('@modelcontextprotocol/sdk/server/stdio.js')
    await createMcpServer(createContext(undefined)).connect(new StdioServerTransport())
    // The command runs until the client closes standard input.
    await once(process.stdin, 'close')
    return
  }
  const portNumber = Number(port)
  if (!Number.isInteger(portNumber) || portNumber < 0 || portNumber > 65_535)
    throw new CommandError(
      exitCodes.usage,
      `--port is ${JSON.stringify(port)}; it must be a whole number from 0 to 65535`,
    )
  const { serveMcp } = await import('./http.ts')
  const server = await serveMcp({ port: portNumber, host, createContext }).catch((error: Error) => {
    throw new CommandError(exitCodes.unavailable, `cannot listen on ${host}:${port}: ${error.message}`)
  })
  const address = server.address()
  const usedPort = typeof address === 'object' && address ? address.port : portNumber
  process.stdout.write(`MCP at http://${host}:${usedPort}/mcp for ${url}\n`)
  await Promise.race([once(process, 'SIGINT'), once(process, 'SIGTERM')])
  server.close()
  server.closeAllConnections()
}

function readKey(file: string): string {
  try {
    return readFileSync(file, 'utf8').trim()
  } catch (error) {
    throw new CommandError(exitCodes.usage, `--api-key-file cannot be read: ${(error as Error).message}`)
  }
}

import Fastify from 'fastify'
import { Type } from 'typebox'

/** This server provides the endpoint on plain Fastify, as the baseline without the features of the service. */
const app = Fastify()
app.post(
  '/v1/probe',
  {
    schema: {
      body: Type.Object({
        routes: Type.Optional(Type.Integer({ minimum: 0, maximum: 1000 })),
        fail: Type.Optional(Type.Boolean()),
      }),
      response: { 200: Type.Object({ served: Type.Boolean() }) },
    },
  },
  async () => ({ served: true }),
)
await app.listen({ host: '127.0.0.1', port: 0 })
const address = app.server.address()
process.on('message', () => process.send?.({ cpu: process.cpuUsage() }))
process.stdout.write(`http://localhost:${typeof address === 'object' && address ? address.port : 0}\n`)

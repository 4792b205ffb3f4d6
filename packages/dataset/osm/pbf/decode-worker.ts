import { parentPort } from 'node:worker_threads'
import { type DecodeReply, type DecodeRequest, decodeForTransfer } from './decode-message.ts'

/** Worker thread that decompresses and decodes one blob after another. */
parentPort?.on('message', (request: DecodeRequest) => {
  const { reply, transfer } = decodeForTransfer(request)
  parentPort?.postMessage(reply satisfies DecodeReply, transfer)
})

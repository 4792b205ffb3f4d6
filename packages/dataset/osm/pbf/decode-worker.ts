import { parentPort } from 'node:worker_threads'
import { type DecodeReply, type DecodeRequest, decodeForTransfer } from './decode-message.ts'

/** Decompresses and decodes one blob per message in a worker thread. */
parentPort?.on('message', (request: DecodeRequest) => {
  const { reply, transfer } = decodeForTransfer(request)
  parentPort?.postMessage(reply satisfies DecodeReply, transfer)
})

import { parentPort } from 'node:worker_threads'
import { type DecodeAnswer, type DecodeRequest, decodeForAnotherThread } from './decode-message.ts'

/** Worker thread that decompresses and decodes one blob after another. */
parentPort?.on('message', (request: DecodeRequest) => {
  const { answer, transfer } = decodeForAnotherThread(request)
  parentPort?.postMessage(answer satisfies DecodeAnswer, transfer)
})

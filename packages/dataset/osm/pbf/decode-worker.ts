import { parentPort } from 'node:worker_threads'
import { type DecodeAnswer, type DecodeRequest, decodeForAnotherThread } from './decode-message.ts'

/** A thread that unpacks and decodes one blob after the other. */
parentPort?.on('message', (request: DecodeRequest) => {
  const { answer, transfer } = decodeForAnotherThread(request)
  parentPort?.postMessage(answer satisfies DecodeAnswer, transfer)
})

import type { ListAssetsReply, RegisterAssetReply } from '@fairway/client'
import { createApiRequest } from '../state/api-request.ts'
import { type ApiCall, callApi } from '../state/calls.ts'
import { forgetOnKeyChange } from './forget-on-key-change.ts'

const firstPage: ApiCall = { method: 'GET', path: '/v1/assets', query: { limit: 500 } }

const assetsRequest = createApiRequest<readonly RegisterAssetReply[]>(undefined, async (call, signalToStop) => {
  const loadPage = (cursor?: string) =>
    callApi<ListAssetsReply>({ ...call, query: { ...call.query, after: cursor } }, signalToStop)
  let page = await loadPage()
  const assets = [...page.assets]
  while (page.next !== undefined) {
    page = await loadPage(page.next)
    assets.push(...page.assets)
  }
  return assets
})

forgetOnKeyChange(assetsRequest.clear)

export const assetsState = assetsRequest.state

export function loadAssets(): void {
  void assetsRequest.send(firstPage)
}

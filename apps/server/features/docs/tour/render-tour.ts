import type { Guide } from '../guides/guide-library.ts'
import type { PageContext } from '../page-context.ts'
import { emptyHtml, type Html, html } from '../render/html.ts'
import { renderFrame } from '../render.ts'
import { tourScript, tourStyle } from './tour-assets.ts'
import { type TourStep, tourSteps } from './tour-steps.ts'

export const TOUR_PATH = 'tour'

/** Renders the tour of the engine. The script of the page adds the drawings, which run the real algorithms. */
export function renderTour(context: PageContext, guides: readonly Guide[]): string {
  const explanation = guides.find(({ path }) => path === 'explanation/road-engine')
  const content = html`
    <main id="content" tabindex="-1" class="guide tour">
    <p class="crumbs"><a href="${context.basePath}/docs">Docs</a> / How it works</p>
    <h1>Tour of the engine</h1>
    <p class="lead">Eight steps from a map file to a route. Every drawing runs the real algorithm on a small town in this page.
    The buttons below the drawings send requests to this server.</p>
    <noscript><p>The drawings need JavaScript.</p></noscript>
    <ol class="tour-contents">${tourSteps.map(({ anchor, title }) => html`<li><a href="#${anchor}">${title}</a>`)}</ol>
    ${tourSteps.map((step, index) => renderStep(step, index + 1))}
    <section><h2 id="next">Next</h2>
    <p>The town is simplified: its junctions are the vertices of the hierarchy. In the engine, the vertices are the directed
    pieces of roads, so that turn costs and turn restrictions are exact.</p>
    ${explanation ? html`<p><a href="${context.basePath}/docs/${explanation.path}">${explanation.title}</a> describes every part and names its papers.</p>` : emptyHtml}</section>
    </main>`
  const assets = { style: tourStyle, script: tourScript }
  return renderFrame(context, guides, { title: 'Tour of the engine', content, current: TOUR_PATH, ...assets })
}

function renderStep({ anchor, title, text, request }: TourStep, number: number): Html {
  return html`
    <section class="step">
    <h2 id="${anchor}"><a href="#${anchor}"><small>${number}</small> ${title}</a></h2>
    ${text.map((paragraph) => html`<p>${paragraph}</p>`)}
    <div class="drawing" data-step="${anchor}"></div>
    ${request ? html`<div class="live" data-request="${anchor}"><p>${request.text} <code>${request.call}</code></p></div>` : emptyHtml}
    </section>`
}

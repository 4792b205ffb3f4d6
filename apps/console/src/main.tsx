import { render } from 'preact'
import { App } from './app.tsx'
import { registerServiceWorker } from './keep-shell.ts'
import './style/theme.css'
import './style/layout.css'
import './style/parts.css'
import './style/map.css'
import './style/print.css'

const root = document.getElementById('app')
if (root !== null) {
  root.textContent = ''
  render(<App />, root)
}
registerServiceWorker()

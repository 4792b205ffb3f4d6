import { useSignal } from '@preact/signals'
import { useEffect } from 'preact/hooks'
import { CallError } from '../state/calls.ts'
import { copyToClipboard } from '../ui/copy-call.tsx'
import { toAddCommand } from './add-command.ts'
import { downloadMap, fetchExtract, formatBytes, maxUploadBytes, type RemoteExtract } from './map-jobs.ts'
import { addCitySearch } from './open-add-city.ts'
import { type CatalogEntry, searchCatalog } from './search-catalog.ts'

/** Finds the extract of a city or country and shows how to add it. */
export default function FindExtract() {
  const input = useSignal(addCitySearch.peek() ?? '')
  const chosenEntry = useSignal<CatalogEntry | undefined>(undefined)
  const results = chosenEntry.value === undefined ? searchCatalog(input.value) : []
  return (
    <div class="find-extract">
      <label for="city-source">City, state or country</label>
      <input
        id="city-source"
        type="search"
        autocomplete="off"
        placeholder="Porto, Bavaria, Kenya"
        value={input.value}
        onInput={({ currentTarget }) => {
          input.value = currentTarget.value
          chosenEntry.value = undefined
        }}
      />
      {results.length > 0 && (
        <ul class="extract-results" aria-label="Extracts">
          {results.map((entry) => (
            <li key={entry.source}>
              <button
                type="button"
                class="quiet"
                onClick={() => {
                  chosenEntry.value = entry
                  input.value = entry.title
                }}
              >
                {entry.title} <small>{entry.kind === 'city' ? 'City' : entry.source}</small>
              </button>
            </li>
          ))}
        </ul>
      )}
      {chosenEntry.value === undefined && results.length === 0 && input.value.trim() !== '' && (
        <NotFound input={input.value} />
      )}
      {chosenEntry.value !== undefined && <ChosenExtract key={chosenEntry.value.source} entry={chosenEntry.value} />}
    </div>
  )
}

/**
 * Explains how to add a map that is not in the catalog. Paths and files also work, and the extract of a country
 * contains all its cities.
 */
function NotFound({ input }: { readonly input: string }) {
  if (/[./\\]/.test(input)) return <Command source={input} />
  return (
    <p class="hint">
      This place is not in the list. Search for its state or country, or create your own extract at{' '}
      <a href="https://extract.bbbike.org" target="_blank" rel="noopener noreferrer">
        BBBike
      </a>
      .
    </p>
  )
}

/** Shows the size of the extract before the download. Without the right to add maps, it shows the command. */
function ChosenExtract({ entry }: { readonly entry: CatalogEntry }) {
  const canDownload = (maxUploadBytes.value ?? 0) > 0
  const extract = useSignal<RemoteExtract | undefined>(undefined)
  const error = useSignal<string | undefined>(undefined)
  useEffect(() => {
    if (!canDownload) return
    fetchExtract(entry.source).then(
      (reply) => {
        extract.value = reply
      },
      (reason: unknown) => {
        error.value = reason instanceof CallError ? reason.message : String(reason)
      },
    )
  }, [canDownload])
  if (!canDownload || error.value !== undefined)
    return (
      <>
        {error.value !== undefined && (
          <p class="failure" role="alert">
            {error.value}
          </p>
        )}
        {entry.kind === 'city' ? <CityExtract city={entry} /> : <Command source={entry.source} />}
      </>
    )
  if (extract.value === undefined)
    return (
      <p class="hint" role="status">
        <span class="spinner" aria-hidden="true" /> Checking the size…
      </p>
    )
  return <Download entry={entry} extract={extract.value} />
}

function Download({ entry, extract }: { readonly entry: CatalogEntry; readonly extract: RemoteExtract }) {
  const { bytes, max_bytes, url } = extract
  if (bytes > max_bytes)
    return (
      <>
        <p class="hint">
          The extract has {formatBytes(bytes)}. This page can add at most {formatBytes(max_bytes)}.
        </p>
        <Command source={entry.kind === 'city' ? entry.file : entry.source} />
      </>
    )
  return (
    <div class="download">
      <p>
        <strong>{entry.title}</strong>
        <small>
          {bytes === 0 ? 'Size unknown' : formatBytes(bytes)} from {new URL(url).host}
        </small>
      </p>
      <button type="button" onClick={() => void downloadMap(entry.source, entry.title, extract)}>
        {bytes === 0 ? 'Download' : `Download ${formatBytes(bytes)}`}
      </button>
    </div>
  )
}

function CityExtract({ city }: { readonly city: Extract<CatalogEntry, { kind: 'city' }> }) {
  return (
    <>
      <p>
        <a href={city.url}>Download {city.file}</a>
        {(maxUploadBytes.value ?? 0) > 0 ? ', then drop it below.' : ', then run this command in the same folder:'}
      </p>
      {(maxUploadBytes.value ?? 0) === 0 && <Command source={city.file} isHintHidden />}
    </>
  )
}

function Command({ source, isHintHidden = false }: { readonly source: string; readonly isHintHidden?: boolean }) {
  const command = toAddCommand(source)
  return (
    <>
      {!isHintHidden && (
        <p class="hint">
          Run this command on the computer that runs the service. The command downloads and compiles the map.
        </p>
      )}
      <div class="command">
        <code>{command}</code>
        <button type="button" class="second" onClick={() => copyToClipboard(command, 'The command')}>
          Copy
        </button>
      </div>
    </>
  )
}

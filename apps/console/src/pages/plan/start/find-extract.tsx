import { useSignal } from '@preact/signals'
import { copyToClipboard } from '../../../ui/copy-call.tsx'
import { toAddCommand } from './add-command.ts'
import { type CatalogEntry, searchCatalog } from './search-catalog.ts'
import { maxUploadBytes } from './upload-map.ts'

/** Finds the extract of a city or country and shows how to add it. */
export default function FindExtract() {
  const input = useSignal('')
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
            <li key={entry.kind === 'city' ? entry.url : entry.path}>
              <button
                type="button"
                class="quiet"
                onClick={() => {
                  chosenEntry.value = entry
                  input.value = entry.title
                }}
              >
                {entry.title} <small>{entry.kind === 'city' ? 'City' : entry.path}</small>
              </button>
            </li>
          ))}
        </ul>
      )}
      {chosenEntry.value === undefined && results.length === 0 && input.value.trim() !== '' && (
        <NotFound input={input.value} />
      )}
      {chosenEntry.value?.kind === 'city' && <CityExtract city={chosenEntry.value} />}
      {chosenEntry.value?.kind === 'region' && <Command source={chosenEntry.value.path} />}
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

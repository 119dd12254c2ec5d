import { useQueryClient } from '@tanstack/react-query'
import { PUBLISHING } from '@vignette/contract/recipe-limits.ts'
import { useRef, useState } from 'react'
import { readReason } from '../../../lib/api-error.ts'
import { createUuid } from '../../../lib/browser.ts'
import { navigate } from '../../../lib/router.tsx'
import { Alert } from '../../../ui/alert.tsx'
import {
  COMFY_ACCEPT,
  EXAMPLES,
  ImportDialog,
  type ImportedDocument,
  readChosen,
} from '../../workflows/index.ts'
import { createDraft } from '../api.ts'
import { writeBlank } from '../write-blank.ts'

const tile =
  'flex min-h-20 w-full flex-col justify-center rounded-lg border border-line bg-surface px-5 py-4 text-left transition-colors hover:border-line-strong hover:bg-sunken aria-disabled:opacity-60'

const TOO_LONG = `A recipe has at most ${PUBLISHING.graphBytes / 1024} KB.`

export function Starts() {
  const client = useQueryClient()
  const file = useRef<HTMLInputElement>(null)
  const [busy, setBusy] = useState(false)
  const [fault, setFault] = useState('')
  const [comfy, setComfy] = useState<{ file: Blob; name: string }>()
  // The same text tried again uses the same key, so that it makes one draft.
  const attempt = useRef({ text: '', key: '' })

  async function begin(text: string) {
    if (busy) return
    setBusy(true)
    setFault('')
    if (attempt.current.text !== text) attempt.current = { text, key: createUuid() }
    try {
      const draft = await createDraft(client, { text }, attempt.current.key)
      navigate(`/studio/drafts/${draft.id}`)
    } catch (error) {
      setFault(readReason(error, 'The draft could not be made. Please try again.'))
      setBusy(false)
    }
  }

  async function open(chosen: File | undefined) {
    if (!chosen) return
    setFault('')
    const read = await readChosen(chosen)
    if ('comfy' in read) setComfy({ file: read.comfy, name: chosen.name })
    else if (read.text.length > PUBLISHING.graphBytes) setFault(TOO_LONG)
    else await begin(read.text)
  }

  /** A draft leaves its cost and time to the server, which knows both after the first test. */
  async function take(document: ImportedDocument) {
    const draft = { ...document, cost: undefined, generation_time: undefined }
    await begin(`${JSON.stringify(draft, null, 2)}\n`)
  }

  return (
    <section aria-labelledby="starts">
      <h2 id="starts" className="mb-4 text-lg font-semibold">
        Begin with
      </h2>
      {fault && !comfy && (
        <div className="mb-4">
          <Alert tone="danger">{fault}</Alert>
        </div>
      )}
      <ul className="grid gap-3 sm:grid-cols-2 lg:grid-cols-3">
        <li>
          <button
            type="button"
            aria-disabled={busy}
            className={tile}
            onClick={() => void begin(writeBlank())}
          >
            <span className="font-medium">A blank recipe</span>
            <span className="text-sm text-muted">Inputs and steps as you add them</span>
          </button>
        </li>
        <li>
          <button
            type="button"
            aria-disabled={busy}
            className={tile}
            onClick={() => file.current?.click()}
            onDragOver={(event) => event.preventDefault()}
            onDrop={(event) => {
              event.preventDefault()
              const [dropped] = event.dataTransfer.files
              void open(dropped)
            }}
          >
            <span className="font-medium">A file</span>
            <span className="text-sm text-muted">
              A recipe as JSON, or a workflow or picture of ComfyUI
            </span>
          </button>
          <input
            ref={file}
            type="file"
            accept={COMFY_ACCEPT}
            aria-label="Recipe file"
            tabIndex={-1}
            className="sr-only"
            onChange={(event) => {
              const [chosen] = event.target.files ?? []
              void open(chosen)
              event.target.value = ''
            }}
          />
        </li>
        {EXAMPLES.map(({ id, title, shows, recipe }) => (
          <li key={id}>
            <button
              type="button"
              aria-disabled={busy}
              className={tile}
              onClick={() => void begin(`${JSON.stringify(recipe, null, 2)}\n`)}
            >
              <span className="font-medium">{title}</span>
              <span className="text-sm text-muted">{shows}</span>
            </button>
          </li>
        ))}
      </ul>
      {comfy && (
        <ImportDialog
          {...comfy}
          busy={busy}
          fault={fault}
          onTake={(document) => void take(document)}
          onClose={() => setComfy(undefined)}
        />
      )}
    </section>
  )
}

import { useQuery } from '@tanstack/react-query'
import { useEffect, useRef, useState } from 'react'
import { track } from '../../../../lib/analytics.ts'
import { Alert } from '../../../../ui/alert.tsx'
import { Button } from '../../../../ui/button.tsx'
import { Link } from '../../../../ui/link.tsx'
import { dismissToast, toast } from '../../../../ui/toast.tsx'
import { providersQuery } from '../../api.ts'
import {
  COMFY_ACCEPT,
  ImportDialog,
  type ImportedDocument,
  readChosen,
} from '../../import/import-part.ts'
import { findDraft, keepDraft, removeDraft } from '../draft.ts'
import { type Example, writeExample } from '../examples.ts'
import { formatJson } from '../format-json.ts'
import { RecipeEditor } from '../recipe-editor-part.tsx'
import { usePriceRules } from '../use-price-rules.ts'
import type { usePublishWorkflow } from '../use-publish-workflow.ts'
import { ExampleLibrary } from './example-library.tsx'
import { FaultPanel } from './fault-panel.tsx'
import { RequiredFields } from './required-fields.tsx'
import { StepTypes } from './step-types.tsx'

const LABEL = 'Recipe JSON'
const REPLACED = 'recipe-replaced'
const UNDO_MS = 10_000
const NO_FAULTS: never[] = []
const NO_PROVIDERS: never[] = []

export function RecipeForm({
  initial,
  userId,
  editedId,
  publishing: { state, publish, clearFault, asksForTerms, acceptTerms },
}: {
  initial: string
  userId: string
  editedId: string | undefined
  publishing: Omit<ReturnType<typeof usePublishWorkflow>, 'reset'>
}) {
  const [text, setText] = useState(() => findDraft(editedId, userId) ?? initial)
  const [isDraft, setIsDraft] = useState(text !== initial)
  const [formatFault, setFormatFault] = useState<string | undefined>()
  const chooser = useRef<HTMLInputElement>(null)
  const [comfy, setComfy] = useState<{ file: Blob; name: string }>()
  const { data: providers } = useQuery(providersQuery)
  const prices = usePriceRules()
  const sending = state.is === 'sending'
  const fault = state.is === 'editing' ? state.fault : undefined

  useEffect(() => () => dismissToast(REPLACED), [])

  const change = (next: string) => {
    setText(next)
    if (next === initial) removeDraft(editedId)
    else keepDraft(editedId, userId, next)
    setFormatFault(undefined)
    clearFault()
  }
  const format = () => {
    const formatted = formatJson(text)
    track('workflow_json_formatted', { ok: formatted.ok })
    if (formatted.ok) change(formatted.text)
    else setFormatFault(formatted.message)
  }
  const replace = (next: string, news: string) => {
    const before = text
    change(next)
    setIsDraft(false)
    const action = { label: 'Undo', onClick: () => change(before) }
    toast(news, { id: REPLACED, duration: UNDO_MS, action })
  }
  const choose = (example: Example) => {
    track('workflow_example_chosen', { example: example.id })
    replace(writeExample(example, userId), `${example.title} is in the editor`)
  }
  const open = async (file: File | undefined) => {
    if (!file) return
    const read = await readChosen(file)
    if ('comfy' in read) setComfy({ file: read.comfy, name: file.name })
    else replace(read.text, `${file.name} is in the editor`)
  }
  const take = (document: ImportedDocument) => {
    replace(`${JSON.stringify(document, null, 2)}\n`, `${document.name} is in the editor`)
    setComfy(undefined)
  }
  const original = editedId ? 'published version' : 'example'
  const startAgain = () => {
    track('workflow_draft_dropped')
    replace(initial, `The ${original} is in the editor`)
  }

  const plain = <PlainEditor value={text} onChange={change} />
  return (
    <div className="grid grid-cols-1 gap-10 lg:grid-cols-[minmax(0,1fr)_22rem] lg:gap-12">
      <div className="group flex min-w-0 flex-col gap-4 lg:sticky lg:top-24 lg:self-start">
        {isDraft && (
          <Alert
            action={
              <Button kind="secondary" size="sm" onClick={startAgain}>
                Start from the {original}
              </Button>
            }
          >
            Your unpublished draft, as you left it in this browser.
          </Alert>
        )}
        <div
          onDragOver={(event) => event.preventDefault()}
          onDropCapture={(event) => {
            const [dropped] = event.dataTransfer.files
            if (!dropped) return
            event.preventDefault()
            event.stopPropagation()
            void open(dropped)
          }}
          className="h-[34rem] overflow-hidden rounded-lg border border-line-strong bg-surface focus-within:outline-2 focus-within:outline-offset-2 focus-within:outline-accent lg:h-[min(46rem,72vh)]"
        >
          <RecipeEditor
            label={LABEL}
            value={text}
            onChange={change}
            faults={fault?.faults ?? NO_FAULTS}
            providers={providers ?? NO_PROVIDERS}
            prices={prices}
            waiting={plain}
            failed={plain}
          />
        </div>
        {fault && <FaultPanel fault={fault} />}
        {asksForTerms && (
          <label className="flex items-center gap-3">
            <input
              type="checkbox"
              className="size-5 accent-accent"
              onChange={({ target }) => acceptTerms(target.checked)}
            />
            <span>
              I accept the{' '}
              <Link to="/terms#creators" target="_blank" className="underline">
                terms for creators
              </Link>
            </span>
          </label>
        )}
        {formatFault && <FaultPanel fault={{ text: formatFault, faults: [] }} />}
        <div className="flex flex-wrap items-center gap-3">
          <Button busy={sending} onClick={() => void publish(text)}>
            {sending ? 'Creating...' : editedId ? 'Publish new version' : 'Create Workflow'}
          </Button>
          <Button kind="secondary" disabled={sending} onClick={format}>
            Format JSON
          </Button>
          <Button kind="secondary" disabled={sending} onClick={() => chooser.current?.click()}>
            From a file
          </Button>
          <input
            ref={chooser}
            type="file"
            accept={COMFY_ACCEPT}
            aria-label="Recipe, or workflow of ComfyUI"
            tabIndex={-1}
            className="sr-only"
            onChange={(event) => {
              const [chosen] = event.target.files ?? []
              void open(chosen)
              event.target.value = ''
            }}
          />
          <p className="text-sm text-muted group-has-[textarea]:hidden max-sm:hidden pointer-coarse:hidden">
            Ctrl+Space suggests what fits at the cursor.
          </p>
        </div>
      </div>
      <div className="flex min-w-0 flex-col gap-10">
        <ExampleLibrary onChoose={choose} />
        <RequiredFields />
        <StepTypes />
      </div>
      {comfy && <ImportDialog {...comfy} onTake={take} onClose={() => setComfy(undefined)} />}
    </div>
  )
}

/** A plain field, until the editor has loaded or if loading fails. */
function PlainEditor({ value, onChange }: { value: string; onChange: (text: string) => void }) {
  return (
    <textarea
      aria-label={LABEL}
      value={value}
      spellCheck={false}
      onChange={(event) => onChange(event.target.value)}
      className="size-full resize-none bg-surface p-4 font-mono text-[13px] leading-[1.65] outline-none"
    />
  )
}

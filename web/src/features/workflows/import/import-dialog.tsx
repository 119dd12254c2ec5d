import { useQuery } from '@tanstack/react-query'
import { COMFY_FILE } from '@vignette/contract/comfy-file.ts'
import { RECIPE } from '@vignette/contract/recipe-limits.ts'
import { useState } from 'react'
import { readReason } from '../../../lib/api-error.ts'
import { createUuid } from '../../../lib/browser.ts'
import type { Answer } from '../../../lib/client.ts'
import { Alert } from '../../../ui/alert.tsx'
import { Button } from '../../../ui/button.tsx'
import { Checkbox } from '../../../ui/choice.tsx'
import { Dialog } from '../../../ui/dialog.tsx'
import { Spinner } from '../../../ui/spinner.tsx'
import { importFile } from '../api.ts'

type Imported = Answer<'importWorkflow'>
type ImportedDocument = NonNullable<Imported['document']>
type NodeName = Imported['form'][number]['node']

/** Asks the server what recipe a file proposes, and the creator which of its values the buyer fills in. */
export function ImportDialog({
  file,
  name,
  busy = false,
  fault,
  onTake,
  onClose,
}: {
  file: Blob
  /** The file's own name. */
  name: string
  busy?: boolean
  fault?: string
  onTake: (document: ImportedDocument) => void
  onClose: () => void
}) {
  // Files have no name of their own by which an answer could be kept.
  const [opened] = useState(createUuid)
  const [chosen, setChosen] = useState<ReadonlySet<number>>()
  const [refusal, setRefusal] = useState('')
  const [writing, setWriting] = useState(false)
  const ask = (take?: string) => {
    if (file.size > COMFY_FILE.maxBytes) throw new Error('A file of ComfyUI may have 5 MB.')
    const recipe = name.replace(/\.[^.]+$/, '').slice(0, RECIPE.nameMax)
    return importFile(file, { name: recipe, take })
  }
  const { data, error } = useQuery({
    queryKey: ['importWorkflow', opened],
    queryFn: () => ask(),
    gcTime: 0,
    retry: false,
    staleTime: Number.POSITIVE_INFINITY,
    refetchOnWindowFocus: false,
  })
  const taken = chosen ?? new Set(data?.form.flatMap((one, at) => (one.taken ? [at] : [])))
  const toggle = (at: number) => {
    const next = new Set(taken)
    if (!next.delete(at)) next.add(at)
    setChosen(next)
  }
  async function make() {
    setRefusal('')
    setWriting(true)
    try {
      const made = chosen ? await ask([...chosen].join(',')) : data
      if (made?.document) onTake(made.document)
      else setRefusal(made?.faults[0]?.message ?? '')
    } catch (thrown) {
      setRefusal(readReason(thrown, 'The recipe could not be made. Please try again.'))
    }
    setWriting(false)
  }
  const said = fault || refusal || (error && (readReason(error, error.message) ?? error.message))
  return (
    <Dialog
      open
      onOpenChange={(open) => !open && onClose()}
      locked={busy || writing}
      title="A workflow of ComfyUI"
      description={
        data?.document
          ? 'What is ticked, the buyer fills in, or each remix draws anew. Everything else stays as the file has it, and no buyer sees it.'
          : undefined
      }
    >
      <div className="flex flex-col gap-5">
        <p className="break-words text-sm text-muted">{name}</p>
        {said && <Alert tone="danger">{said}</Alert>}
        {!data && !error && (
          <p className="flex items-center gap-3" role="status">
            <Spinner /> Reading the file
          </p>
        )}
        {data && data.faults.length > 0 && (
          <Problems
            tone="danger"
            title="It cannot become a recipe yet"
            rows={data.faults.map(({ node, message }) => ({ node, text: message }))}
          />
        )}
        {data && data.missing.length > 0 && (
          <Problems
            tone="warn"
            title="Missing on the ComfyUI server here"
            rows={data.missing.map(({ kind, name: what, node }) => ({
              node: kind === 'node' && node.title === what ? null : node,
              text: `${MISSING[kind]} ${what}`,
              after: true,
            }))}
          />
        )}
        {data?.document && (
          <>
            {!data.asked && (
              <p className="text-sm text-muted">
                No ComfyUI server answers here, so missing nodes and models are not known.
              </p>
            )}
            {data.form.length === 0 && <p className="text-muted">Nothing here can be filled in.</p>}
            <ul className="flex flex-col gap-1">
              {data.form.map(({ kind, title, value, node }, at) => (
                <li key={`${node.id}/${title}/${kind}/${at}`}>
                  <Checkbox
                    className="min-h-11 items-center"
                    label={`${KINDS[kind]}: ${title}`}
                    hint={<span className="line-clamp-2 break-words">{value}</span>}
                    checked={taken.has(at)}
                    disabled={busy || writing}
                    onChange={() => toggle(at)}
                  />
                </li>
              ))}
            </ul>
            <Button busy={busy || writing} onClick={() => void make()}>
              Make the recipe
            </Button>
          </>
        )}
      </div>
    </Dialog>
  )
}

/** A list of sentences about nodes, each with the place where the editor shows the node. */
function Problems({
  tone,
  title,
  rows,
}: {
  tone: 'danger' | 'warn'
  title: string
  rows: { node: NodeName | null; text: string; after?: boolean }[]
}) {
  return (
    <Alert tone={tone} title={title}>
      <ul className="mt-2 flex flex-col gap-2">
        {rows.map(({ node, text, after }, at) => (
          <li key={`${node?.id ?? ''}/${at}`} className="break-words">
            {node && !after && <strong className="font-semibold">{node.title}: </strong>}
            {text}
            {node && (
              <span className="block text-xs opacity-80">
                {after ? `${node.title} · ` : ''}
                {node.type === node.title ? '' : `${node.type} · `}node {node.id}
              </span>
            )}
          </li>
        ))}
      </ul>
    </Alert>
  )
}

const MISSING: Record<Imported['missing'][number]['kind'], string> = {
  node: 'The node',
  model: 'The model',
  file: 'The file',
  choice: 'The choice',
}

const KINDS: Record<Imported['form'][number]['kind'], string> = {
  photo: 'Photo',
  words: 'Words',
  seed: 'Random',
  size: 'Size',
  number: 'Number',
  choice: 'Choice',
  switch: 'Switch',
}

import { useQuery } from '@tanstack/react-query'
import { type DragEvent, useEffect, useRef, useState } from 'react'
import { apiQuery } from '../../../lib/api.ts'
import type { Answer } from '../../../lib/client.ts'
import { formatLongDate } from '../../../lib/dates.ts'
import { usePageTitle } from '../../../lib/use-page-title.ts'
import { Alert } from '../../../ui/alert.tsx'
import { Button } from '../../../ui/button.tsx'
import { cx } from '../../../ui/class-names.ts'
import { describeManifest, type Finding } from './describe-manifest.ts'
import type { ReadAnswer, ReadRequest } from './read-worker.ts'

type Key = Answer<'getProvenance'>['keys'][number]

export function VerifyPage() {
  usePageTitle('Check a file')
  const { data: provenance, isPending } = useQuery(apiQuery('getProvenance', {}))
  const keys = provenance?.keys ?? []
  return (
    <article className="shell pt-14 pb-10 sm:pt-20">
      <div className="max-w-2xl">
        <h1 className="text-4xl">Check a file</h1>
        <p className="mt-6 text-lg">
          A creation that you download here carries a signed mark: that software made it, with which
          recipe, by whom, and of what. Your browser reads the mark; the file is sent nowhere.
        </p>
        <Checker anchors={keys.map(({ chain }) => rootOf(chain)).join('')} ready={!isPending} />
        <h2 className="mt-14 text-xl font-semibold">What a mark tells, and what not</h2>
        <ul className="mt-3 flex list-disc flex-col gap-2 pl-5">
          <li>The mark names neither the buyer nor the words that they wrote.</li>
          <li>
            Previews, smaller sizes, PDFs and screenshots carry none, and many apps remove it. A
            file without a mark may have been made here all the same.
          </li>
          <li>
            One changed bit breaks the mark, so a file that passes is the file that we signed.
          </li>
        </ul>
        {keys.length > 0 && <Keys keys={keys} />}
      </div>
    </article>
  )
}

type State =
  | { at: 'start' }
  | { at: 'reading'; name: string }
  | { at: 'failed'; name: string }
  | { at: 'found'; name: string; finding: Finding }

function Checker({ anchors, ready }: { anchors: string; ready: boolean }) {
  const [state, setState] = useState<State>({ at: 'start' })
  const [over, setOver] = useState(false)
  const input = useRef<HTMLInputElement>(null)
  const [file, setFile] = useState<File>()
  const check = (given: File | undefined) => {
    if (!given) return
    setState({ at: 'reading', name: given.name })
    setFile(given)
  }
  // Without the keys each mark would be an unknown signer's, so a file that comes first waits.
  const waiting = ready ? file : undefined
  useEffect(() => {
    if (!waiting) return
    const { name } = waiting
    const reader = new Worker(new URL('./read-worker.ts', import.meta.url), { type: 'module' })
    reader.onerror = () => setState({ at: 'failed', name })
    reader.onmessage = ({ data }: MessageEvent<ReadAnswer>) => {
      reader.terminate()
      setState(
        'failed' in data
          ? { at: 'failed', name }
          : { at: 'found', name, finding: describeManifest(data.store) },
      )
    }
    const request: ReadRequest = {
      file: waiting,
      contentType: waiting.type || `image/${name.split('.').at(-1)?.toLowerCase()}`,
      anchors,
    }
    reader.postMessage(request)
    // A file that was dropped before must not answer for this one.
    return () => reader.terminate()
  }, [waiting, anchors])
  const drop = (event: DragEvent) => {
    event.preventDefault()
    setOver(false)
    check(event.dataTransfer.files[0])
  }

  return (
    <section aria-label="The file" className="mt-8">
      <div
        onDragOver={(event) => {
          event.preventDefault()
          setOver(true)
        }}
        onDragLeave={() => setOver(false)}
        onDrop={drop}
        className={cx(
          'flex flex-col items-center gap-3 rounded-xl border-2 border-dashed p-8 text-center transition-colors',
          over ? 'border-accent bg-sunken' : 'border-line-strong',
        )}
      >
        <p>Drop a picture or a film here</p>
        <Button
          disabled={!ready}
          busy={state.at === 'reading'}
          onClick={() => input.current?.click()}
        >
          Choose a file
        </Button>
        <input
          ref={input}
          type="file"
          aria-label="A picture or a film"
          accept="image/*,video/mp4,video/quicktime,audio/*"
          className="sr-only"
          tabIndex={-1}
          onChange={(event) => {
            check(event.target.files?.[0])
            event.target.value = ''
          }}
        />
      </div>
      <div aria-live="polite" className="mt-5 min-h-28">
        {state.at === 'reading' && <p className="text-muted">Reading {state.name}…</p>}
        {state.at === 'failed' && (
          <Alert tone="danger">
            {state.name} cannot be read here. Pictures, MP4 films and sound can be checked.
          </Alert>
        )}
        {state.at === 'found' && <Found name={state.name} {...state.finding} />}
      </div>
    </section>
  )
}

const VERDICTS: Record<
  Finding['verdict'],
  { tone: 'good' | 'info' | 'warn' | 'danger'; says: string; more: string }
> = {
  ours: {
    tone: 'good',
    says: 'Signed here, and not changed since.',
    more: 'This site signed these very bytes.',
  },
  other: {
    tone: 'info',
    says: 'Signed, and not changed since, by a signer that this page does not know.',
    more: 'Whether the name below is true, this page cannot tell.',
  },
  changed: {
    tone: 'danger',
    says: 'Changed after it was signed.',
    more: 'The mark no longer fits the file, so nothing in it can be relied on.',
  },
  broken: {
    tone: 'danger',
    says: 'Its mark is broken.',
    more: 'There is a mark, but its signature does not hold.',
  },
  none: {
    tone: 'info',
    says: 'No signed mark.',
    more: 'That says nothing about how the file was made.',
  },
}

function Found({ name, verdict, facts }: Finding & { name: string }) {
  const { tone, says, more } = VERDICTS[verdict]
  return (
    <>
      <Alert tone={tone}>
        <p className="font-semibold">{says}</p>
        <p className="wrap-anywhere">
          {name}. {more}
        </p>
      </Alert>
      {facts.length > 0 && (
        <dl className="mt-3 overflow-hidden rounded-md border border-line">
          {facts.map(([label, value], at) => (
            // Several facts may have one label: a file may be made from several others.
            // biome-ignore lint/suspicious/noArrayIndexKey: the facts of a file never change.
            <div
              key={at}
              className="flex flex-wrap gap-x-4 border-line px-3.5 py-2.5 not-first:border-t"
            >
              <dt className="w-28 shrink-0 text-sm text-muted">{label}</dt>
              <dd className="min-w-0 flex-1 wrap-anywhere">{value}</dd>
            </div>
          ))}
        </dl>
      )}
    </>
  )
}

function Keys({ keys }: { keys: readonly Key[] }) {
  return (
    <>
      <h2 className="mt-12 text-xl font-semibold">Whose key</h2>
      <ul className="mt-3 flex flex-col gap-4">
        {keys.map(({ fingerprint, made_here, current, since, chain }) => (
          <li key={fingerprint}>
            <p>
              {current ? 'Signs since' : 'Signed before, from'} {formatLongDate(since)}.{' '}
              {made_here
                ? 'This server made the key itself, so other viewers say “unknown signer”.'
                : 'The operator brought this key and its certificate.'}
            </p>
            <p className="mt-1 font-mono text-xs break-all text-muted">{fingerprint}</p>
            <a
              href={`data:application/x-pem-file,${encodeURIComponent(chain)}`}
              download={`certificates-${fingerprint.slice(0, 8)}.pem`}
              className="mt-1 inline-block text-sm underline underline-offset-4"
            >
              Certificates (PEM)
            </a>
          </li>
        ))}
      </ul>
    </>
  )
}

/** The last certificate of a chain. */
function rootOf(chain: string): string {
  const begin = '-----BEGIN CERTIFICATE-----'
  return begin + (chain.split(begin).at(-1) ?? '')
}

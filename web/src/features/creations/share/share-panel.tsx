import type { MediaView } from '@vignette/contract/entities.ts'
import { type ReactNode, useState } from 'react'
import { track } from '../../../lib/analytics.ts'
import { copyText } from '../../../lib/copy-text.ts'
import { cx } from '../../../ui/class-names.ts'
import { Icon } from '../../../ui/icon.tsx'
import { Check, Copy, Share2 } from '../../../ui/icons.tsx'
import { Picture } from '../../../ui/media.tsx'
import { BrandIcon } from './brand-icon.tsx'
import { buildShareLinks, joinShareText, type ShareTarget } from './build-share-links.ts'
import { canShareNatively, shareNatively } from './share-natively.ts'

interface ShareSubject {
  /** The kind of the subject, for events. */
  kind: 'creation' | 'workflow'
  id: string
  /** The recipe, which the share counts for. */
  workflowId: string
  text: string
  url: string
  media: MediaView | null
  image: string | null
  /** A film is attached to the native share if the system accepts files. */
  loadFile?: (() => Promise<File>) | undefined
}

const tile =
  'flex min-h-20 flex-col items-center justify-center gap-2 rounded-md border border-line bg-surface px-2 py-3 text-sm transition-colors hover:border-line-strong hover:bg-sunken disabled:pointer-events-none disabled:opacity-50'

/** So many targets stand in the first row; those of the second share its width. */
const ROW = 3

/** The content of the share dialog: preview, targets and the link. */
export function SharePanel({
  subject,
  waits = false,
}: {
  subject: ShareSubject
  /** There is no link yet, so that nothing here can be used. */
  waits?: boolean
}) {
  const { said, opened, copied, openTarget, copyLink, shareMore, fileState } = useShare(subject)
  return (
    <>
      <Preview subject={subject} />
      <ul className="mt-5 grid grid-cols-6 gap-2">
        {buildShareLinks(subject).map((target, at) => (
          <li key={target.id} className="contents">
            <button
              type="button"
              className={cx(tile, at < ROW || canShareNatively() ? 'col-span-2' : 'col-span-3')}
              disabled={waits}
              onClick={() => void openTarget(target)}
            >
              <BrandIcon of={target.id} />
              {target.label}
            </button>
          </li>
        ))}
        {canShareNatively() && (
          <li className="contents">
            <button
              type="button"
              className={cx(tile, 'col-span-2')}
              disabled={waits || fileState === 'loading'}
              onClick={() => void shareMore()}
            >
              <Icon of={Share2} size={20} />
              {fileState === 'loading'
                ? 'Preparing…'
                : fileState === 'ready'
                  ? 'Tap to share'
                  : 'More options'}
            </button>
          </li>
        )}
      </ul>
      <div className="mt-4 flex items-center gap-2 rounded-md border border-line-strong bg-ground py-1 pr-1 pl-3.5">
        <span className="min-w-0 flex-1 truncate font-mono text-xs text-muted">
          {waits ? 'Choose above first' : subject.url}
        </span>
        <button
          type="button"
          disabled={waits}
          onClick={() => void copyLink()}
          className="inline-flex h-10 shrink-0 items-center gap-2 rounded-sm bg-ink px-3.5 text-sm font-medium text-ground transition-colors hover:bg-ink/85 disabled:pointer-events-none disabled:opacity-50"
        >
          <Icon of={copied ? Check : Copy} size={16} />
          {copied ? 'Copied' : 'Copy link'}
        </button>
      </div>
      <p role="status" className="mt-3 min-h-5 text-sm text-muted">
        {said}{' '}
        {opened && (
          <a
            href={opened.href}
            target="_blank"
            rel="noopener noreferrer"
            className="text-ink underline underline-offset-3"
          >
            Open {opened.label}
          </a>
        )}
      </p>
    </>
  )
}

function Preview({ subject }: { subject: ShareSubject }): ReactNode {
  return (
    <div className="flex items-center gap-4 rounded-lg bg-sunken p-3">
      <div className="size-20 shrink-0 overflow-hidden rounded-md bg-line">
        <Picture
          media={subject.media}
          url={subject.image ?? undefined}
          alt="Preview"
          sizes="80px"
          fit="whole"
        />
      </div>
      <p className="line-clamp-3 min-w-0 font-medium break-words">{subject.text}</p>
    </div>
  )
}

function useShare(subject: ShareSubject) {
  const [said, setSaid] = useState('')
  const [copied, setCopied] = useState(false)
  /** The target whose new tab the browser blocked after copying; the panel then shows a link. */
  const [opened, setOpened] = useState<ShareTarget | undefined>()
  const [file, setFile] = useState<File | undefined>()
  const [fileState, setFileState] = useState<'none' | 'loading' | 'ready'>('none')

  const report = (target: string) =>
    track(`${subject.kind}_shared`, {
      workflow_id: subject.workflowId,
      [`${subject.kind}_id`]: subject.id,
      target,
    })

  async function openTarget(target: ShareTarget) {
    report(target.id)
    if (target.copyFirst) {
      const done = await copyText(joinShareText(subject))
      setSaid(
        done
          ? `Text and link copied. Paste them in ${target.label}.`
          : `Copy the link yourself: ${subject.url}`,
      )
      setOpened(target)
    }
    // noopener: the opened site must not access this page.
    window.open(target.href, '_blank', 'noopener,noreferrer')
  }

  async function copyLink() {
    const done = await copyText(subject.url)
    if (done) report('copy_link')
    setCopied(done)
    setSaid(done ? 'Link copied.' : `Copy the link yourself: ${subject.url}`)
  }

  async function shareMore() {
    let chosen = file
    if (!chosen && subject.loadFile) {
      setFileState('loading')
      chosen = await subject.loadFile().catch(() => undefined)
      setFile(chosen)
    }
    const outcome = await shareNatively(subject, chosen)
    if (outcome === 'shared') report('native')
    setFileState(outcome === 'blocked' && chosen ? 'ready' : 'none')
    if (outcome === 'blocked') setSaid('The file is ready. Tap once more to share it.')
    if (outcome === 'unsupported')
      setSaid('This browser could not share it. Copy the link instead.')
  }

  return { said, opened, copied, openTarget, copyLink, shareMore, fileState }
}

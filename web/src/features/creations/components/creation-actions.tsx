import type { CreationView } from '@vignette/contract/creations.ts'
import { formatPrice } from '@vignette/contract/money.ts'
import { describeSheet, describeSize } from '@vignette/contract/output-size.ts'
import { Fragment, useId, useState } from 'react'
import { track } from '../../../lib/analytics.ts'
import { readReason } from '../../../lib/api-error.ts'
import { saveFile } from '../../../lib/save-file.ts'
import { Button, LinkButton } from '../../../ui/button.tsx'
import { Icon } from '../../../ui/icon.tsx'
import { Download, Heart, Share2 } from '../../../ui/icons.tsx'
import { toastError } from '../../../ui/toast.tsx'
import { fetchFile } from '../api.ts'
import { buildRemixPath, buildVariationPath } from '../build-links.ts'
import { SaveButton } from '../collections/save-button.tsx'
import { nameDownload } from '../name-download.ts'

export function CreationActions({
  creation,
  secretKey,
  isTest,
  onShare,
}: {
  creation: CreationView
  secretKey: string | undefined
  /** True for the recipe's own creator, whose runs are free tests. */
  isTest: boolean
  onShare: () => void
}) {
  const varies = useId()
  const [liked, setLiked] = useState(false)
  const [downloading, setDownloading] = useState<'file' | 'pdf'>()
  const { workflow } = creation
  const fact = { creation_id: creation.id }

  async function download(format?: 'pdf') {
    setDownloading(format ?? 'file')
    track('creation_download_started', fact)
    try {
      const filename = nameDownload(creation, format)
      saveFile(await fetchFile(creation.id, { key: secretKey, filename, format }))
      track('creation_downloaded', fact)
    } catch (error) {
      toastError(readReason(error, 'Download failed'))
    } finally {
      setDownloading(undefined)
    }
  }

  const { is_owner: isOwner } = creation
  const price = workflow.price > 0 && !isTest ? ` · ${formatPrice(workflow.price)}` : ''
  const sheet = creation.media && describeSheet(creation.media)
  // The key keeps an open dialog where the page learns only now that the visitor owns the creation.
  const keepers = (
    <Fragment key="keepers">
      <FileSize media={creation.media} />
      <div className="grid grid-cols-[1fr_1fr_auto] gap-2">
        <Button
          kind={isOwner ? 'primary' : 'secondary'}
          busy={downloading === 'file'}
          onClick={() => void download()}
        >
          {downloading !== 'file' && <Icon of={Download} />}
          Download
        </Button>
        <Button
          kind="secondary"
          onClick={() => {
            track('creation_share_opened', fact)
            onShare()
          }}
        >
          <Icon of={Share2} />
          Share
        </Button>
        <Button
          kind="secondary"
          size="icon"
          aria-label="Like"
          aria-pressed={liked}
          onClick={() => {
            track('creation_liked', { ...fact, liked: !liked })
            setLiked(!liked)
          }}
        >
          <Icon
            of={Heart}
            fill={liked ? 'currentColor' : 'none'}
            className={liked ? 'text-accent' : undefined}
          />
        </Button>
      </div>
      {sheet && (
        <Button
          kind="secondary"
          busy={downloading === 'pdf'}
          title="One page, ready to print"
          onClick={() => void download('pdf')}
        >
          {downloading !== 'pdf' && <Icon of={Download} />}
          PDF, {sheet}
        </Button>
      )}
      {(creation.public || isOwner) && (
        <SaveButton kind="secondary" subject={{ type: 'creation', id: creation.id }} />
      )}
    </Fragment>
  )
  const remix = workflow.available && (
    <LinkButton
      to={buildRemixPath(workflow.id)}
      {...(isOwner ? { kind: 'secondary' as const } : { size: 'lg' as const })}
      onClick={() => track('creation_remix_clicked', fact)}
    >
      Remix Workflow
    </LinkButton>
  )
  const inputs = () => track('creation_remix_inputs_clicked', fact)
  if (!isOwner) {
    return (
      <div className="flex flex-col gap-3">
        {remix}
        {workflow.available && creation.public && (
          <LinkButton
            to={buildRemixPath(workflow.id, creation.id)}
            kind="secondary"
            onClick={inputs}
          >
            Remix with these inputs
          </LinkButton>
        )}
        {keepers}
      </div>
    )
  }
  return (
    <div className="flex flex-col gap-3">
      {keepers}
      {workflow.available && workflow.varies && (
        <>
          <LinkButton
            to={buildVariationPath(workflow.id, creation.id)}
            kind="secondary"
            aria-describedby={varies}
            onClick={inputs}
          >
            Variation{price}
          </LinkButton>
          <p id={varies} className="-mt-1 text-center text-sm text-muted">
            The same inputs, drawn anew{creation.seed !== undefined && ' with another seed'}.
          </p>
        </>
      )}
      {workflow.available && (
        <LinkButton to={buildRemixPath(workflow.id, creation.id)} kind="secondary" onClick={inputs}>
          Make another{price}
        </LinkButton>
      )}
      {remix}
    </div>
  )
}

function FileSize({ media }: Pick<CreationView, 'media'>) {
  if (!media?.width || !media.height) return null
  const film = media.kind === 'video'
  const seconds = media.duration_ms === null ? undefined : media.duration_ms / 1000
  return (
    <p className="text-sm text-balance text-muted tabular-nums">
      {describeSize({ width: media.width, height: media.height, film, seconds })}
    </p>
  )
}

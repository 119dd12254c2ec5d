import type { CreationView } from '@vignette/contract/creations.ts'
import { formatPrice } from '@vignette/contract/money.ts'
import { describeSize } from '@vignette/contract/output-size.ts'
import { useState } from 'react'
import { track } from '../../../lib/analytics.ts'
import { readReason } from '../../../lib/api-error.ts'
import { saveFile } from '../../../lib/save-file.ts'
import { Button, LinkButton } from '../../../ui/button.tsx'
import { Icon } from '../../../ui/icon.tsx'
import { Download, Heart, Share2 } from '../../../ui/icons.tsx'
import { toastError } from '../../../ui/toast.tsx'
import { fetchFile } from '../api/fetch-file.ts'
import { buildRemixPath, buildVariationPath } from '../build-links.ts'
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
  const [liked, setLiked] = useState(false)
  const [downloading, setDownloading] = useState(false)
  const { workflow } = creation
  const fact = { creation_id: creation.id }

  async function download() {
    setDownloading(true)
    track('creation_download_started', fact)
    try {
      saveFile(await fetchFile(creation.id, secretKey, nameDownload(creation)))
      track('creation_downloaded', fact)
    } catch (error) {
      toastError(readReason(error, 'Download failed'))
    } finally {
      setDownloading(false)
    }
  }

  const { is_owner: isOwner } = creation
  const price = workflow.price > 0 && !isTest ? ` · ${formatPrice(workflow.price)}` : ''
  const keepers = (
    <>
      <FileSize media={creation.media} />
      <div className="grid grid-cols-[1fr_1fr_auto] gap-2">
        <Button
          kind={isOwner ? 'primary' : 'secondary'}
          busy={downloading}
          onClick={() => void download()}
        >
          {!downloading && <Icon of={Download} />}
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
    </>
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
        <LinkButton
          to={buildVariationPath(workflow.id, creation.id)}
          kind="secondary"
          title="The same inputs, drawn anew"
          onClick={inputs}
        >
          Variation{price}
        </LinkButton>
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

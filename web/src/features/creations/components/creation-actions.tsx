import type { CreationView } from '@vignette/contract/creations.ts'
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
import { buildRemixPath } from '../build-links.ts'
import { nameDownload } from '../name-download.ts'

export function CreationActions({
  creation,
  secretKey,
  onShare,
}: {
  creation: CreationView
  secretKey: string | undefined
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

  return (
    <div className="flex flex-col gap-3">
      {workflow.available && (
        <LinkButton
          to={buildRemixPath(workflow.id)}
          size="lg"
          onClick={() => track('creation_remix_clicked', fact)}
        >
          Remix Workflow
        </LinkButton>
      )}
      {workflow.available && (creation.public || creation.is_owner) && (
        <LinkButton
          to={buildRemixPath(workflow.id, creation.id)}
          kind="secondary"
          onClick={() => track('creation_remix_inputs_clicked', fact)}
        >
          Remix with these inputs
        </LinkButton>
      )}
      <FileSize media={creation.media} />
      <div className="grid grid-cols-[1fr_1fr_auto] gap-2">
        <Button kind="secondary" busy={downloading} onClick={() => void download()}>
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

import type { CreationView } from '@vignette/contract/creations.ts'
import { useState } from 'react'
import { track } from '../../../lib/analytics.ts'
import { saveFile } from '../../../lib/save-file.ts'
import { Alert } from '../../../ui/alert.tsx'
import { Badge } from '../../../ui/badge.tsx'
import { Button } from '../../../ui/button.tsx'
import { Icon } from '../../../ui/icon.tsx'
import { Download, ImageOff, Share2 } from '../../../ui/icons.tsx'
import { isVideoUrl, Picture, Video } from '../../../ui/media.tsx'
import { toast } from '../../../ui/toast.tsx'
import { chooseCreationPicture, shareLink } from '../../creations/index.ts'
import type { RemixContext, RemixEvent } from '../machine-context.ts'
import { usePhaseFocus } from './use-phase-focus.ts'

export function Result({
  context,
  send,
}: {
  context: RemixContext
  send: (event: RemixEvent) => void
}) {
  const { creation, workflow, jobId } = context
  const heading = usePhaseFocus<HTMLHeadingElement>('result')
  const [error, setError] = useState<string | null>(null)
  const url = findMediaUrl(creation)
  const name = workflow?.name ?? 'AI Creation'

  const download = async () => {
    if (!url) return
    setError(null)
    track('creation_downloaded')
    try {
      saveFile(await fetchFile(url, jobId ?? 'new'))
    } catch (failure) {
      setError(failure instanceof Error ? failure.message : 'Download failed')
    }
  }
  const share = async () => {
    const outcome = await shareLink(name, new URL(url ?? location.href, location.href).href)
    track('creation_shared', { outcome, workflow_id: workflow?.id ?? null })
    if (outcome === 'copied') toast('Link copied')
    if (outcome === 'failed') setError('The link could not be copied.')
  }

  return (
    <div className="shell grid grid-cols-1 gap-x-12 gap-y-6 py-6 sm:py-10 lg:grid-cols-[minmax(0,1fr)_22rem] lg:grid-rows-[auto_1fr]">
      <div className="lg:col-start-2">
        <h1 ref={heading} tabIndex={-1} className="text-3xl outline-none">
          Your Creation is Ready!
        </h1>
        <p className="mt-2 flex flex-wrap items-center gap-2 wrap-anywhere text-muted">
          {name} <Badge>AI-made</Badge>
        </p>
      </div>
      <div className="flex min-w-0 justify-center lg:col-start-1 lg:row-span-2 lg:row-start-1">
        <Media url={url} name={name} />
      </div>
      <div className="flex flex-col gap-3 lg:col-start-2">
        {error && <Alert tone="danger">{error}</Alert>}
        <Button size="lg" disabled={!url} onClick={() => void download()}>
          <Icon of={Download} />
          Download
        </Button>
        <Button kind="secondary" onClick={() => void share()}>
          <Icon of={Share2} />
          Share
        </Button>
        <Button kind="ghost" onClick={() => send({ type: 'CREATE_ANOTHER' })}>
          Create Another
        </Button>
      </div>
    </div>
  )
}

/** As large as the screen allows, without bars. */
function Media({ url, name }: { url: string | null; name: string }) {
  const fitted = 'max-h-[78dvh] w-auto max-w-full rounded-xl'
  if (url && isVideoUrl(url)) return <Video url={url} label={name} controls className={fitted} />
  if (url) return <Picture url={url} alt={name} fit="contain" priority className={fitted} />
  return (
    <p className="flex min-h-64 w-full flex-col items-center justify-center gap-3 rounded-xl bg-sunken text-muted">
      <Icon of={ImageOff} size={28} />
      Generated Content
    </p>
  )
}

function findMediaUrl(creation: Partial<CreationView> | null): string | null {
  if (!creation) return null
  const { video = null, image = null, images } = creation
  const picture = chooseCreationPicture({ video, image, images })
  return picture.kind === 'none' ? null : picture.url
}

async function fetchFile(url: string, id: string): Promise<File> {
  const response = await fetch(url, { credentials: 'include' })
  if (!response.ok) throw new Error(`Download failed: ${response.status}`)
  const blob = await response.blob()
  const extension = isVideoUrl(url) ? 'mp4' : 'png'
  return new File([blob], `creation-${id}.${extension}`, { type: blob.type })
}

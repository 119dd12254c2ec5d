import type { WorkflowView } from '@vignette/contract/workflows.ts'
import { type ReactNode, useEffect, useRef, useState } from 'react'
import { AiMade } from '../../../ui/ai-made.tsx'
import { Badge } from '../../../ui/badge.tsx'
import { Emblem } from '../../../ui/emblem.tsx'
import { isVideoUrl, Picture, Video } from '../../../ui/media.tsx'
import { Travel } from '../../../ui/travel.tsx'
import { CompareSlider, Lightbox } from '../../creations/index.ts'
import { labelSample, labelUpload } from '../label-sample.ts'

const sizes = '(min-width: 1024px) 54vw, 94vw'

/** As large as the screen allows, in its own ratio, without layout shift. */
export function WorkflowSample({ workflow }: { workflow: WorkflowView }) {
  const { sample } = workflow
  const url = sample?.url ?? workflow.sample_creation_url
  const ratio = ratioOf(workflow)
  return (
    <Travel name={`recipe-${workflow.id}`}>
      <div
        className="relative mx-auto overflow-hidden rounded-xl bg-sunken lg:mx-0"
        style={{ aspectRatio: ratio, maxWidth: `calc(max(24rem, 80dvh) * ${ratio.toFixed(4)})` }}
      >
        {!url && (
          <>
            <Emblem seed={workflow.id} />
            {!workflow.withdrawn && (
              <p className="absolute inset-x-0 bottom-0 p-5 text-muted sm:p-6">No sample yet</p>
            )}
          </>
        )}
        {sample &&
          (sample.uploaded ? (
            // At the top, because the browser draws a film's controls at the bottom.
            <span className="pointer-events-none absolute top-3 left-3 z-10">
              <Badge tone="media">{labelUpload(sample)}</Badge>
            </span>
          ) : (
            <AiMade />
          ))}
        {url &&
          (isVideoUrl(url) ? (
            <Film workflow={workflow} url={url} />
          ) : (
            <Still workflow={workflow} url={url} />
          ))}
      </div>
    </Travel>
  )
}

/** The sample's width by its height; a square stands for a sample that was never measured. */
export function ratioOf({ sample }: Pick<WorkflowView, 'sample'>): number {
  return sample?.width && sample.height ? sample.width / sample.height : 1
}

/** Plays by itself, without sound, unless the visitor wants less motion or saves data. */
function Film({ workflow, url }: { workflow: WorkflowView; url: string }) {
  const film = useRef<HTMLVideoElement>(null)
  useEffect(() => {
    if (matchMedia('(prefers-reduced-motion: reduce)').matches || savesData()) return
    // A browser may refuse; the controls start the film then.
    film.current?.play().catch(() => undefined)
  }, [url])
  return (
    <Video
      ref={film}
      media={workflow.sample}
      url={url}
      label={labelSample(workflow)}
      controls
      loop
      muted
      className="size-full rounded-xl object-cover focus-visible:-outline-offset-2"
    />
  )
}

function savesData(): boolean {
  const { connection } = navigator as Navigator & { connection?: { saveData?: boolean } }
  return connection?.saveData === true
}

/** Opens as large as the window; a photo's recipe shows the photo too, under a slider. */
function Still({ workflow, url }: { workflow: WorkflowView; url: string }) {
  const { sample, sample_before: before } = workflow
  const [enlarged, setEnlarged] = useState(false)
  const opener = useRef<HTMLButtonElement>(null)
  const label = labelSample(workflow)
  const picture = (
    <Picture
      media={sample}
      url={url}
      alt={label}
      priority
      sizes={sizes}
      failure="Preview unavailable"
    />
  )
  if (before && sample) {
    return (
      <AfterHydration waiting={picture}>
        <CompareSlider
          before={{ url: before.url, media: before }}
          after={{ url, media: sample }}
          title={label}
          sizes={sizes}
          waiting={picture}
          failed={picture}
        />
      </AfterHydration>
    )
  }
  return (
    <>
      {picture}
      <button
        type="button"
        ref={opener}
        aria-label="Enlarge the picture"
        onClick={() => setEnlarged(true)}
        className="absolute inset-0 cursor-zoom-in rounded-xl focus-visible:-outline-offset-2"
      />
      {enlarged && (
        <Lightbox
          media={sample}
          url={url}
          title={label}
          failed={null}
          onClose={() => {
            setEnlarged(false)
            opener.current?.focus()
          }}
        />
      )}
    </>
  )
}

/** The server writes the picture alone, so that the page's first paint waits for no other code. */
function AfterHydration({ waiting, children }: { waiting: ReactNode; children: ReactNode }) {
  const [ready, setReady] = useState(false)
  useEffect(() => setReady(true), [])
  return ready ? children : waiting
}

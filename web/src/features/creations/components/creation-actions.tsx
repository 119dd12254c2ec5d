import type { CreationView } from '@vignette/contract/creations.ts'
import { formatPrice } from '@vignette/contract/money.ts'
import { describeSheet, describeSize } from '@vignette/contract/output-size.ts'
import { type ComponentProps, Fragment, useState } from 'react'
import { track } from '../../../lib/analytics.ts'
import { readReason } from '../../../lib/api-error.ts'
import { navigate } from '../../../lib/router.tsx'
import { saveFile } from '../../../lib/save-file.ts'
import { Button, LinkButton } from '../../../ui/button.tsx'
import { cx } from '../../../ui/class-names.ts'
import { Glyph } from '../../../ui/glyph.tsx'
import { Icon } from '../../../ui/icon.tsx'
import { Download, Heart, Share2 } from '../../../ui/icons.tsx'
import { lazyPart } from '../../../ui/lazy-part.tsx'
import type { MenuItem } from '../../../ui/menu.tsx'
import { toastError } from '../../../ui/toast.tsx'
import { fetchFile } from '../api.ts'
import { buildRemixPath, buildVariationPath } from '../build-links.ts'
import { SaveButton } from '../collections/save-button.tsx'
import { nameDownload } from '../name-download.ts'
import type { ShownFile } from '../read-images.ts'

const Menu = lazyPart(async () => (await import('../../../ui/menu.tsx')).Menu)

export function CreationActions({
  creation,
  files,
  shown,
  secretKey,
  isTest,
  onShare,
}: {
  creation: CreationView
  files: ShownFile[]
  /** Which of the files stands large. */
  shown: number
  secretKey: string | undefined
  /** True for the recipe's own creator, whose runs are free tests. */
  isTest: boolean
  onShare: () => void
}) {
  const [liked, setLiked] = useState(false)
  const [downloading, setDownloading] = useState(false)
  const { workflow } = creation
  const fact = { creation_id: creation.id }
  const file = files[shown]
  const isSet = files.length > 1

  async function download(wanted: 'file' | 'pdf' | 'zip' = isSet ? 'zip' : 'file') {
    setDownloading(true)
    track('creation_download_started', fact)
    try {
      const format = wanted === 'file' ? undefined : wanted
      const number = isSet && wanted !== 'zip' ? shown + 1 : undefined
      const filename = nameDownload(creation, { format, file: number, film: file?.isFilm })
      saveFile(await fetchFile(creation.id, { key: secretKey, filename, format, file: number }))
      track('creation_downloaded', fact)
    } catch (error) {
      toastError(readReason(error, 'Download failed'))
    } finally {
      setDownloading(false)
    }
  }

  const { is_owner: isOwner } = creation
  const price = workflow.price > 0 && !isTest ? ` · ${formatPrice(workflow.price)}` : ''
  const sheet = file?.media && describeSheet(file.media)
  const others: MenuItem[] = [
    ...(isSet
      ? [{ label: `All ${files.length} files`, note: 'As ZIP', act: () => void download('zip') }]
      : []),
    ...(isSet || sheet
      ? [
          {
            label: isSet ? `File ${shown + 1}` : 'The file',
            note: 'As it was drawn',
            act: () => void download('file'),
          },
        ]
      : []),
    ...(sheet
      ? [
          {
            label: `PDF, ${sheet}`,
            note: 'One page, ready to print',
            act: () => void download('pdf'),
          },
        ]
      : []),
  ]
  const look = isOwner ? 'primary' : 'secondary'
  // The key keeps an open dialog where the page learns only now that the visitor owns the creation.
  const keepers = (
    <Fragment key="keepers">
      <div className="grid grid-cols-[1fr_1fr_auto] gap-2">
        <span className="flex">
          <Button
            kind={look}
            busy={downloading}
            className={cx('flex-1', others.length > 0 && 'rounded-r-none pr-3!')}
            onClick={() => void download()}
          >
            {!downloading && <Icon of={Download} className="max-[23rem]:hidden" />}
            Download
          </Button>
          {others.length > 0 && (
            <DropButton
              kind={look}
              aria-label="Other files"
              className="rounded-l-none border-l-0 pr-3.5! pl-2.5! shadow-[-1px_0_var(--line-strong)]"
              items={others}
            />
          )}
        </span>
        <Button
          kind="secondary"
          onClick={() => {
            track('creation_share_opened', fact)
            onShare()
          }}
        >
          <Icon of={Share2} className="max-[23rem]:hidden" />
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
      <FileSize media={file?.media ?? null} />
      {(creation.public || isOwner) && (
        <SaveButton
          kind="ghost"
          size="sm"
          className="-ml-3.5 self-start"
          subject={{ type: 'creation', id: creation.id }}
        />
      )}
    </Fragment>
  )
  const remix = workflow.available && (
    <LinkButton
      to={buildRemixPath(workflow.id)}
      {...(isOwner ? { kind: 'secondary' as const } : { size: 'lg' as const })}
      className={cx(isOwner && 'flex-1 px-4!')}
      onClick={() => track('creation_remix_clicked', fact)}
    >
      Remix Workflow
    </LinkButton>
  )
  const goOn = (to: `/${string}`) => {
    inputs()
    navigate(to)
  }
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
      {workflow.available && (
        <div className="flex flex-wrap gap-2">
          {remix}
          {workflow.varies ? (
            <DropButton
              kind="secondary"
              className="flex-1 px-4!"
              items={[
                {
                  label: 'Same words',
                  note: 'Drawn anew: another picture',
                  act: () => goOn(buildVariationPath(workflow.id, creation.id)),
                },
                {
                  label: 'New words',
                  note: 'Change them first',
                  act: () => goOn(buildRemixPath(workflow.id, creation.id)),
                },
              ]}
            >
              Make another{price}
            </DropButton>
          ) : (
            <LinkButton
              to={buildRemixPath(workflow.id, creation.id)}
              kind="secondary"
              className="flex-1 px-4!"
              onClick={inputs}
            >
              Make another{price}
            </LinkButton>
          )}
        </div>
      )}
    </div>
  )
}

/** The menu's code is asked for by the press that opens it. */
function DropButton({
  items,
  children,
  ...look
}: { items: readonly MenuItem[] } & ComponentProps<typeof Button>) {
  const [wanted, setWanted] = useState(false)
  const label = look['aria-label'] ?? 'Make another'
  const button = (
    <Button {...look} aria-haspopup="menu" onClick={() => setWanted(true)}>
      {children}
      <Glyph of="down" size={14} />
    </Button>
  )
  if (!wanted) return button
  return <Menu startsOpen label={label} items={items} trigger={button} waiting={button} />
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

import type { ReactNode } from 'react'
import { saveFile } from '../../../lib/save-file.ts'
import { Button } from '../../../ui/button.tsx'
import { Icon } from '../../../ui/icon.tsx'
import { Download } from '../../../ui/icons.tsx'
import { drawQr } from './draw-qr.ts'

/** The QR code of an address, to see and to save. */
export function QrCode({
  address,
  file,
  children,
}: {
  address: string
  file: string
  children?: ReactNode
}) {
  const svg = drawQr(address)
  if (!svg) return null
  const save = () => saveFile(new File([svg], file, { type: 'image/svg+xml' }))
  return (
    <div className="mt-5 flex flex-wrap items-center gap-5">
      <img
        src={`data:image/svg+xml,${encodeURIComponent(svg)}`}
        alt={`QR code of ${address}`}
        width={144}
        height={144}
        className="size-36 rounded-md border border-line bg-white"
      />
      <div className="min-w-0">
        {children}
        <Button kind="secondary" className="mt-2" onClick={save}>
          <Icon of={Download} size={16} />
          QR code
        </Button>
      </div>
    </div>
  )
}

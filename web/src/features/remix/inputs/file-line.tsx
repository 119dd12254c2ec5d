import { MEGABYTE } from '@vignette/contract/upload-limits.ts'
import type { ReactNode } from 'react'
import type { FileValue } from '../wizard/step.ts'

export function FileLine({ file, children }: { file: FileValue; children: ReactNode }) {
  return (
    <div className="flex flex-wrap items-center justify-between gap-2 border-t border-line px-4 py-2">
      <p className="min-w-0 flex-1 basis-32 truncate text-sm text-muted">
        {file.fileName}
        {file.fileSize > 0 && ` · ${formatBytes(file.fileSize)}`}
      </p>
      <div className="flex gap-1">{children}</div>
    </div>
  )
}

function formatBytes(bytes: number): string {
  return bytes >= MEGABYTE
    ? `${(bytes / MEGABYTE).toFixed(1)} MB`
    : `${Math.max(1, Math.round(bytes / 1024))} KB`
}

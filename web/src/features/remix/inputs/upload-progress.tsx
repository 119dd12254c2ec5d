import { Button } from '../../../ui/button.tsx'
import { Progress } from '../../../ui/progress.tsx'
import { UPLOADING } from '../wizard/rules.ts'
import type { UploadProgress } from './use-uploads.ts'

export function UploadProgressBar({
  progress,
  onCancel,
}: {
  progress: UploadProgress
  onCancel: () => void
}) {
  return (
    <div className="rounded-lg border border-line bg-surface p-4">
      <div className="flex items-center justify-between gap-4">
        <div className="min-w-0">
          <p className="font-medium">{UPLOADING}</p>
          <p className="truncate text-sm text-muted">
            {progress.fileName} · {Math.round(progress.percent)}%
          </p>
        </div>
        <Button data-turn-focus kind="secondary" size="sm" onClick={onCancel}>
          Cancel upload
        </Button>
      </div>
      <div className="mt-3">
        <Progress label={`Uploading ${progress.fileName}`} value={progress.percent} />
      </div>
    </div>
  )
}

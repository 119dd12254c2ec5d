import { useMutation } from '@tanstack/react-query'
import { IMAGE_UPLOADER } from '@vignette/contract/upload-limits.ts'
import { type ReactNode, useId, useRef } from 'react'
import { readReason } from '../../../lib/api-error.ts'
import { Button } from '../../../ui/button.tsx'
import { uploadPicture } from '../api.ts'

/** A chosen upload: what the page will name, and where the form shows it. */
export interface ChosenPicture {
  id: string
  url: string
}

interface StorefrontPictureProps {
  label: string
  hint: string
  chosen: ChosenPicture | null
  onChange: (next: ChosenPicture | null) => void
  /** Draws what is chosen, or what stands there without a choice. */
  children: ReactNode
}

/** Uploads a picture at once; the page shows it once the form is saved. */
export function StorefrontPicture({
  label,
  hint,
  chosen,
  onChange,
  children,
}: StorefrontPictureProps) {
  const id = useId()
  const input = useRef<HTMLInputElement>(null)
  const { mutate, isPending, error } = useMutation({
    mutationFn: uploadPicture,
    onSuccess: ({ id: file, url }) => onChange({ id: file, url }),
  })
  return (
    <section aria-labelledby={`${id}-label`} className="flex flex-col gap-3">
      <h2 id={`${id}-label`} className="text-xl font-semibold">
        {label}
      </h2>
      {children}
      <div className="flex flex-wrap gap-3">
        <input
          ref={input}
          type="file"
          className="hidden"
          tabIndex={-1}
          aria-label={`${label}: file`}
          accept={IMAGE_UPLOADER.types.join(',')}
          onChange={({ currentTarget }) => {
            const file = currentTarget.files?.[0]
            if (file) mutate(file)
            currentTarget.value = ''
          }}
        />
        <Button
          kind="secondary"
          size="sm"
          busy={isPending}
          aria-label={`${chosen ? 'Choose another' : 'Choose a picture'}: ${label}`}
          aria-describedby={`${id}-hint`}
          onClick={() => input.current?.click()}
        >
          {chosen ? 'Choose another' : 'Choose a picture'}
        </Button>
        {chosen && (
          <Button
            kind="ghost"
            size="sm"
            aria-label={`Remove: ${label}`}
            onClick={() => onChange(null)}
          >
            Remove
          </Button>
        )}
      </div>
      <p id={`${id}-hint`} className="text-sm text-muted">
        {hint}
      </p>
      {error && (
        <p role="alert" className="text-sm text-danger">
          {readReason(error, 'The picture could not be uploaded. Please try again.')}
        </p>
      )}
    </section>
  )
}

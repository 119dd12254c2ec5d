import { lazy, Suspense, useEffect, useState } from 'react'
import { confirmMounted, onFirstToast } from './toast.tsx'

const Sonner = lazy(async () => ({ default: (await import('sonner')).Toaster }))

export function Toaster() {
  const [wanted, setWanted] = useState(false)
  useEffect(() => onFirstToast(() => setWanted(true)), [])
  if (!wanted) return null
  return (
    <Suspense>
      <Sonner
        position="bottom-center"
        style={{ fontFamily: 'inherit' }}
        toastOptions={{
          unstyled: true,
          classNames: {
            toast:
              'flex w-full items-center gap-3 rounded-lg bg-ink px-4 py-3 text-sm text-ground shadow-high sm:w-96',
            description: 'opacity-75',
            actionButton:
              'ml-auto h-8 shrink-0 rounded-full bg-ground px-3 text-sm font-medium text-ink',
          },
        }}
      />
      <Mounted />
    </Suspense>
  )
}

/** A toast raised before its list exists would be lost, so toasts wait for this. */
function Mounted() {
  useEffect(() => confirmMounted(), [])
  return null
}

import { useEffect } from 'react'
import { Toaster } from 'sonner'
import { confirmMounted } from './toast.tsx'

export { toast as show } from 'sonner'

export function ToastList() {
  useEffect(() => confirmMounted(), [])
  return (
    <Toaster
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
          closeButton: 'order-last -mr-2 grid size-8 shrink-0 place-items-center rounded-full',
        },
      }}
    />
  )
}

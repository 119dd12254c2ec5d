import { Tooltip as Radix } from 'radix-ui'
import type { ReactElement, ReactNode } from 'react'

/** Never the only place of a fact: touch has no hover. */
export function Tooltip({ content, children }: { content: ReactNode; children: ReactElement }) {
  return (
    <Radix.Provider delayDuration={350}>
      <Radix.Root>
        <Radix.Trigger asChild>{children}</Radix.Trigger>
        <Radix.Portal>
          <Radix.Content
            sideOffset={6}
            className="z-50 max-w-64 animate-fade rounded-sm bg-ink px-2.5 py-1.5 text-xs text-ground"
          >
            {content}
          </Radix.Content>
        </Radix.Portal>
      </Radix.Root>
    </Radix.Provider>
  )
}

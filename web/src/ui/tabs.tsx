import { Tabs as Radix } from 'radix-ui'
import type { ReactNode } from 'react'
import { cx } from './class-names.ts'

export interface Tab {
  value: string
  label: ReactNode
  content: ReactNode
}

export function Tabs({
  label,
  tabs,
  value,
  onChange,
}: {
  label: string
  tabs: readonly Tab[]
  value: string
  onChange: (value: string) => void
}) {
  return (
    <Radix.Root value={value} onValueChange={onChange}>
      <Radix.List
        aria-label={label}
        // On a phone no more than four tabs fit beside each other; more stand in rows of three.
        className={cx(
          'gap-1 rounded-[1.625rem] bg-sunken p-1',
          tabs.length > 4 ? 'grid grid-cols-3 md:flex md:w-fit' : 'flex max-w-lg flex-wrap',
        )}
      >
        {tabs.map((tab) => (
          <Radix.Trigger
            key={tab.value}
            value={tab.value}
            className="h-11 flex-1 rounded-full px-1 text-sm sm:px-4 font-medium text-muted transition-colors hover:text-ink data-[state=active]:bg-raised data-[state=active]:text-ink data-[state=active]:shadow-lift data-[state=active]:ring-1 data-[state=active]:ring-line"
          >
            {tab.label}
          </Radix.Trigger>
        ))}
      </Radix.List>
      {tabs.map((tab) => (
        <Radix.Content key={tab.value} value={tab.value} className="mt-5">
          {tab.content}
        </Radix.Content>
      ))}
    </Radix.Root>
  )
}

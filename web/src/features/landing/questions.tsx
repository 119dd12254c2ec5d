import { track } from '../../lib/analytics.ts'
import { questions } from './copy.ts'
import { Section } from './sections.tsx'

/** The browser's own disclosure element: works without scripts, and find-in-page opens it. */
export function Questions() {
  return (
    <Section label="Questions" word="FAQ" title="Asked before." shot={5}>
      <div className="border-t border-line lg:border-t-0">
        {questions().map(({ question, answer }, index) => (
          <details
            key={question}
            name="faq"
            onToggle={(event) =>
              event.currentTarget.open && track('faq_opened', { question: index + 1 })
            }
            className="group border-b border-line"
          >
            <summary className="flex list-none items-center justify-between gap-6 py-5 text-lg font-medium [&::-webkit-details-marker]:hidden">
              <h3 className="font-medium">{question}</h3>
              <span
                aria-hidden
                className="relative size-4 shrink-0 before:absolute before:top-1/2 before:h-[1.5px] before:w-4 before:bg-current after:absolute after:left-1/2 after:h-4 after:w-[1.5px] after:bg-current after:transition-transform group-open:after:scale-y-0"
              />
            </summary>
            <p className="max-w-2xl pb-6 text-muted">{answer}</p>
          </details>
        ))}
      </div>
    </Section>
  )
}

import { EXAMPLES, type Example } from '../examples.ts'

export function ExampleLibrary({ onChoose }: { onChoose: (example: Example) => void }) {
  return (
    <section aria-labelledby="examples">
      <h2 id="examples" className="text-lg font-semibold">
        Start from an example
      </h2>
      <ul className="mt-3 flex flex-col gap-2">
        {EXAMPLES.map((example) => (
          <li key={example.id}>
            <button
              type="button"
              onClick={() => onChoose(example)}
              className="w-full rounded-md border border-line bg-surface px-4 py-3 text-left transition-colors hover:border-line-strong hover:bg-sunken"
            >
              <span className="block font-medium">{example.title}</span>
              <span className="block text-sm text-muted">{example.shows}</span>
            </button>
          </li>
        ))}
      </ul>
    </section>
  )
}

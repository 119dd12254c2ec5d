import type { Change } from '@vignette/contract/compare-recipes.ts'

/** A change in words; of a long text, what was taken out and put in. */
export function ChangeSentence({ change: { sentence, runs } }: { change: Change }) {
  return (
    <p className="wrap-anywhere">
      {sentence}
      {runs && ': '}
      {runs?.map(({ is, text }, at) => {
        const key = `${at} ${is}`
        if (is === 'kept') return <span key={key}>{text}</span>
        return is === 'removed' ? (
          <del key={key} className="bg-danger-wash text-danger">
            {text}
          </del>
        ) : (
          <ins key={key} className="bg-good-wash text-good no-underline">
            {text}
          </ins>
        )
      })}
    </p>
  )
}

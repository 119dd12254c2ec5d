import { Component, type ComponentType, createElement, lazy, type ReactNode, Suspense } from 'react'

interface Around {
  /** Stands there until the code has come. */
  waiting?: ReactNode
  /** Stands there when it did not come, or broke; else a line that offers to try again. */
  failed?: ReactNode
}

/** A part of a screen whose code comes by itself: where it does not come, the screen stays as it is. */
export function lazyPart<P extends object>(
  load: () => Promise<ComponentType<P>>,
): ComponentType<P & Around> {
  const ask = () => lazy(async () => ({ default: await load() }))
  let Code = ask()
  return class LazyPart extends Component<P & Around, { failed: boolean }> {
    override state = { failed: false }

    static getDerivedStateFromError() {
      return { failed: true }
    }

    override componentDidCatch() {
      // What failed once is kept failed; whoever asks again must ask anew.
      Code = ask()
    }

    override render() {
      const { waiting, failed, ...props } = this.props
      if (this.state.failed) return failed === undefined ? this.offerRetry() : failed
      return <Suspense fallback={waiting}>{createElement(Code, props as never)}</Suspense>
    }

    offerRetry() {
      return (
        <p role="alert" className="text-sm">
          This part could not be loaded.{' '}
          <button
            type="button"
            className="underline"
            onClick={() => this.setState({ failed: false })}
          >
            Try again
          </button>
        </p>
      )
    }
  }
}

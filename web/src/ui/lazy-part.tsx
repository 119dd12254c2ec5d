import { Component, type ComponentType, createElement, lazy, type ReactNode, Suspense } from 'react'

interface Around {
  /** Shown until the code has loaded. */
  waiting?: ReactNode
  /** Shown if the code failed to load or threw; default: a line with a retry. */
  failed?: ReactNode
}

/**
 * A part of a screen with its own chunk: if the chunk fails to load, the rest of the screen stays.
 */
export function lazyPart<P extends object>(
  load: () => Promise<ComponentType<P>>,
): ComponentType<P & Around> {
  const ask = () => lazy(async () => ({ default: await load() }))
  let Code = ask()
  return class LazyPart extends Component<P & Around, { failed: boolean; isInBrowser: boolean }> {
    override state = { failed: false, isInBrowser: false }

    static getDerivedStateFromError() {
      return { failed: true }
    }

    /** The server cannot wait for a chunk, and would report each part as a fault of the page. */
    override componentDidMount() {
      this.setState({ isInBrowser: true })
    }

    override componentDidCatch() {
      // A rejected import stays cached, so a retry must import again.
      Code = ask()
    }

    override render() {
      const { waiting, failed, ...props } = this.props
      if (this.state.failed) return failed === undefined ? this.offerRetry() : failed
      if (!this.state.isInBrowser) return waiting
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

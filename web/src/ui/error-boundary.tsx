import { Component, type ReactNode } from 'react'

interface Props {
  fallback: (error: unknown) => ReactNode
  children: ReactNode
}

/** Shows a fallback if its children throw. */
export class ErrorBoundary extends Component<Props, { error?: { thrown: unknown } }> {
  override state: { error?: { thrown: unknown } } = {}

  static getDerivedStateFromError(thrown: unknown) {
    return { error: { thrown } }
  }

  override render() {
    const { error } = this.state
    return error ? this.props.fallback(error.thrown) : this.props.children
  }
}

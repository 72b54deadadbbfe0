import { Component } from 'react';

interface ChartBoundaryProps {
  readonly fallback: React.ReactNode;
  readonly children: React.ReactNode;
}

/** Shows the fallback if a chart cannot be drawn; the rest of the page is not affected. */
export class ChartBoundary extends Component<ChartBoundaryProps, { readonly failed: boolean }> {
  override state = { failed: false };

  static getDerivedStateFromError() {
    return { failed: true };
  }

  override render() {
    return this.state.failed ? this.props.fallback : this.props.children;
  }
}

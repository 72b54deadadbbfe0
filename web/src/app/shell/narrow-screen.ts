/** Where the sidebar becomes a drawer; style sheets use the same width. */
export const narrowScreen = '(max-width: 899px)';

/** Up to this width the sidebar is a drawer. Style sheets use the same width. */
export const narrowScreen = '(max-width: 899px)';

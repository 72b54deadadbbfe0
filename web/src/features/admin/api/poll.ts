/** The poll interval of the admin figures (specification, section 9). */
export const pollMs = 30_000;

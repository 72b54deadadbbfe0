/** How often administrators' figures are asked for (specification, section 9). */
export const pollMs = 30_000;

/** Whether the operator shows the trial and the billing page (`EARSHOT_BILLING`). The gateway writes it into the page. */
export const hasBilling = () => document.querySelector('meta[name="billing"][content="off"]') === null;

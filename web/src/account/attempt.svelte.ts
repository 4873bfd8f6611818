/** Something one tries to do: whether it is under way, and why it failed. */
export class Attempt {
  busy = $state(false);
  problem = $state("");

  /** Do it, once at a time; a refusal becomes a sentence beside the button. */
  async make(act: () => Promise<unknown>): Promise<boolean> {
    if (this.busy) return false;
    this.busy = true;
    this.problem = "";
    try {
      await act();
      return true;
    } catch (error) {
      this.problem = error instanceof Error ? error.message : String(error);
      return false;
    } finally {
      this.busy = false;
    }
  }
}

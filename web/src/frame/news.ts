/** The socket of a guest: tells that a list of tables is worth asking for again. */

const FIRST_WAIT = 1000;
const LONGEST_WAIT = 30_000;

/** Follow changes of one's own tables and of the public ones; returns how to stop. */
export function followNews(tell: () => void): () => void {
  let socket: WebSocket | undefined;
  let timer: ReturnType<typeof setTimeout> | undefined;
  let wait = FIRST_WAIT;
  let gone = false;
  let before = false;

  function connect(): void {
    const scheme = location.protocol === "https:" ? "wss" : "ws";
    socket = new WebSocket(`${scheme}://${location.host}/ws/me`);
    socket.onopen = () => {
      wait = FIRST_WAIT;
      if (before) tell(); // something may have changed meanwhile
      before = true;
    };
    socket.onmessage = tell;
    socket.onclose = () => {
      if (gone) return;
      timer = setTimeout(connect, wait);
      wait = Math.min(wait * 2, LONGEST_WAIT);
    };
  }

  connect();
  return () => {
    gone = true;
    clearTimeout(timer);
    socket?.close();
  };
}

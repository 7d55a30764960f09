// Create a table against bots and play it by clicking legal moves: no rules, no board.
const at = (id) => document.getElementById(id)
const main = document.querySelector('main')
let socket, choice, n = 0, picked = [], sent = 0

const ask = async (path, body) => {
  const method = body ? 'POST' : 'GET'
  const answer = await fetch(path, { method, body: body && JSON.stringify(body) })
  const told = await answer.json()
  if (!answer.ok) throw Error(told.sentence)
  return told
}

const button = (text, act, pressed) => {
  const made = document.createElement('button')
  made.textContent = text
  if (pressed !== undefined) made.ariaPressed = pressed
  made.onclick = act
  return made
}

const play = async (game) => {
  const bots = Array(game.default_players).fill('thumb')
  bots[0] = null
  const made = await ask('/api/tables', { game: game.name, name: 'You', bots, start: true })
  location.href = `/plain/${made.info.table}`
}

const send = (moves) =>
  socket.send(JSON.stringify({ type: 'act', id: `${Date.now()}-${++sent}`, expected: n, moves }))

const walk = (branches, before, found) => {
  for (const branch of branches) {
    const moves = [...before, branch.move]
    if (branch.then.length) walk(branch.then, moves, found)
    else found.push(moves)
  }
  return found
}

const draw = () => {
  at('moves').replaceChildren()
  if (!choice) return
  if (choice.kind === 'tree') {
    for (const moves of walk(choice.which, [], [])) at('moves').append(button(moves.join(' '), () => send(moves)))
  } else if (choice.most === 1 && !choice.then) {
    for (const move of choice.which) at('moves').append(button(move, () => send([move])))
  } else {
    for (const move of choice.which) {
      const on = picked.includes(move)
      at('moves').append(button(move, () => { picked = on ? picked.filter((m) => m !== move) : [...picked, move]; draw() }, on))
    }
    const order = choice.which.filter((move) => picked.includes(move))
    if (order.length >= choice.least && order.length <= choice.most)
      at('moves').append(button('OK', () => send(choice.then ? [...order, choice.then] : order)))
  }
}

const take = (message) => {
  if (message.type === 'refused' || message.type === 'bye') at('say').textContent = message.sentence
  if (message.type !== 'welcome' && message.type !== 'step') return
  n = message.n
  picked = []
  choice = message.choice
  at('say').textContent = choice ? `Your turn (${choice.rule})` : '…'
  at('view').textContent = JSON.stringify(message.view, null, 1)
  at('log').textContent = [...message.events.map((event) => event.text).reverse(), at('log').textContent].join('\n')
  draw()
}

const connect = (table) => {
  main.hidden = false
  socket = new WebSocket(`${location.origin.replace('http', 'ws')}/api/tables/${table}/socket`)
  socket.onopen = () => socket.send(JSON.stringify({ type: 'hello', viewer: 0, since: n }))
  socket.onmessage = (message) => take(JSON.parse(message.data))
  socket.onclose = () => setTimeout(() => connect(table), 1000)
}

const table = location.pathname.match(/^\/plain\/([^/]+)$/)
if (table) connect(table[1])
else for (const game of (await ask('/api/house')).games) at('new').append(button(game.title, () => play(game)))

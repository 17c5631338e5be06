"""Notes played by the page's own players without a loudspeaker, for tests and tools/renderings."""

# ({ strikes, seconds, rate, brushes }) → an AudioBuffer in stereo. A strike is [part, start, length, velocity, pitch],
# with times in seconds, and strikes are in the order of their starts.
PLAY_OFFLINE = """async ({ strikes, seconds, rate, brushes }) => {
    const assets = new URL(".", document.querySelector("script[type=module]").src);
    const load = name => import(new URL(`sound/${name}.js`, assets));
    const [{ Player }, { loadTimbre }, trio] = await Promise.all(["voices", "timbres", "trio"].map(load));
    const context = new OfflineAudioContext(2, Math.ceil(rate * seconds), rate);
    const piano = await loadTimbre("piano");
    await piano.loadLayers();
    const { bass, drums } = await trio.loadTrio();
    const players = trio.parts.map(({ timbre, options }, part) => {
        const player = new Player(context, 1, options);
        player.timbre = [piano, piano, bass, drums][part] ?? timbre;
        return player;
    });
    // Second by second, because each note that waits costs time in every step.
    let next = 0;
    const playUntil = end => {
        for (; next < strikes.length && strikes[next][1] < end; next += 1) {
            const [part, start, duration, velocity, pitch] = strikes[next];
            trio.playNote(players[part], part, { pitch, velocity, start, duration }, brushes);
        }
    };
    // Firefox cannot pause.
    const canPause = Boolean(context.suspend);
    playUntil(canPause ? 2 : seconds);
    for (let second = 1; canPause && second < seconds; second += 1) {
        context.suspend(second).then(() => {
            playUntil(second + 2);
            context.resume();
        });
    }
    return await context.startRendering();
}"""

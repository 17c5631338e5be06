"""A microphone that hears what a test plays: a sound server (PulseAudio) of its own, without any device."""

import os
import subprocess
from contextlib import contextmanager
from tempfile import TemporaryDirectory
from time import monotonic, sleep


@contextmanager
def microphone():
    """Starts the sound server, and yields its microphone."""
    # A path of pytest may be too long for a socket.
    with TemporaryDirectory() as folder:
        own = Microphone(folder)
        server = subprocess.Popen(
            [
                "pulseaudio", "-n", "--daemonize=no", "--exit-idle-time=-1", "--use-pid-file=no",
                "--load", f"module-native-protocol-unix socket={folder}/socket auth-anonymous=1",
                # What is played to a sink without a device is the sound of its source.
                "--load", "module-null-sink sink_name=piano", "--load", "module-null-sink sink_name=loudspeaker",
            ],
            env=own.environment, stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL)
        try:
            own.wait()
            yield own
        finally:
            server.terminate()
            server.wait()


class Microphone:
    def __init__(self, folder):
        self.environment = {
            **os.environ, "HOME": folder, "XDG_RUNTIME_DIR": folder, "PULSE_SERVER": f"unix:{folder}/socket"}

    def run(self, *command):
        return subprocess.run(command, env=self.environment, capture_output=True, text=True, check=True).stdout

    def wait(self):
        end = monotonic() + 10
        while True:
            try:
                self.run("pactl", "set-default-source", "piano.monitor")
                return self.run("pactl", "set-default-sink", "loudspeaker")
            except subprocess.CalledProcessError:
                assert monotonic() < end
                sleep(0.1)

    def play(self, path):
        """Plays a WAV file once."""
        self.run("paplay", "--device", "piano", str(path))

    def unplug(self):
        self.run("pactl", "unload-module", "module-null-sink")

// Preloaded into each service of a stack: when the tool that started it is gone (even by kill -9), the service stops as
// if asked to.
process.channel?.unref();
process.on('disconnect', () => process.kill(process.pid, 'SIGTERM'));

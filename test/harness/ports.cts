import { createServer } from 'node:net';

/** Returns the preferred port if it is free; otherwise, any free one. */
export async function findFreePort(preferred = 0): Promise<number> {
	return (await tryPort(preferred)) ?? (await tryPort(0)) ?? 0;
}

async function tryPort(port: number): Promise<number | undefined> {
	return await new Promise((resolve) => {
		const server = createServer();
		server.once('error', () => resolve(undefined));
		server.listen(port, '127.0.0.1', () => {
			const address = server.address();
			server.close(() => resolve(typeof address === 'object' ? address?.port : undefined));
		});
	});
}

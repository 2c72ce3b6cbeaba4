import type { FastifyRequest } from 'fastify';

/** `GET /posts/:id/missing` and `GET /posts/{id}/missing` alike, whatever the id is called. */
export const formatEndpoint = (method: string, path: string) =>
	`${method} ${path.replace(/:\w+|\{\w+\}/g, '{}')}`;

/** The endpoint of a request below a prefix. */
export function getEndpoint(request: FastifyRequest, prefix: string): string {
	return formatEndpoint(request.method, (request.routeOptions.url ?? '').slice(prefix.length));
}

import type { ApiResponse } from '../../../nodes/Postiz/transport/response';

export const PAGE = '<!DOCTYPE html><title>Not found</title>';
export const LACKS_CALL = { message: 'Cannot GET /api/public/v1/find-slot/a', statusCode: 404 };

export const createResponse = (
	status: number,
	body: unknown = '',
	headers: ApiResponse['headers'] = {},
) => ({
	status,
	headers,
	body,
});

-- W3C Trace Context of the request that first delivered a notification; null while nothing is traced. A replay links to it.
alter table provider_event add column traceparent text;

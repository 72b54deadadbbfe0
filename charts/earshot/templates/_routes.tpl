{{/* The host of an Ingress or HTTPRoute: its own, else that of the address. Takes [root, own host]. */}}
{{- define "earshot.host" -}}
{{- index . 1 | default (urlParse (index . 0).Values.url).hostname -}}
{{- end }}

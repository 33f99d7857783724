"""Files that no tool has any business to ask for."""

import re

# Keys, logins, histories, what a shell runs at its start, and where agents keep their servers.
_PLACES = re.compile(
    r"\.ssh|id_rsa|id_ed25519|id_ecdsa|id_dsa|authorized_keys|\.env\b|\.aws\b|\.azure\b|\.gcloud|"
    r"\.kube\b|\.docker/config|\.npmrc|\.pypirc|\.netrc|\.git-credentials|\.gnupg|\.pgpass|"
    r"\.vault-token|\.htpasswd|\.(?:bash|zsh|psql|mysql)_history|\.(?:bash|zsh)(?:rc|_profile)|"
    r"\.profile\b|/etc/(?:passwd|shadow|sudoers|hosts|crontab)|/proc/self/environ|"
    r"\.cursor\b|\.claude\b|\.codeium|\.windsurf|mcp[\w.-]{0,20}\.json|claude_desktop_config|"
    r"credentials?(?:\.\w{2,5})?$|secrets?(?:\.\w{2,5})?$|passwords?(?:\.\w{2,5})?$|"
    r"service[-_]account|wallet\.dat|keychain|login data|cookies(?:\.\w{2,8})?$|"
    r"private[-_]?key|\.pem$|\.kdbx|system32/config|"
    r"^(?:system|internal|admin|config|secret)://",
    re.IGNORECASE,
)
_LONGEST = 300


def is_sensitive(path: str) -> bool:
    return _PLACES.search(path[:_LONGEST]) is not None

